"""What is shown of angles beside predictions: fits, rotations, decision surfaces."""
