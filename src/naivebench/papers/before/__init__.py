"""What judges the papers that have no paper.yaml yet."""
