from support.answers import is_correct
from support.tables import made

from naivebench.core.table import select_attributes
from naivebench.methods.naive_bayes import nb
from naivebench.methods.semi_naive import fssj, partitions


def correct(table, attributes):
    """Number of cases that naive Bayes on these attributes classifies correctly when each is left out."""
    part = select_attributes(table, sorted(attributes))
    return int(is_correct(nb.leave_one_out(nb.fit(part), part), table).sum())


def forward(table):
    chosen: list[int] = []
    best = correct(table, chosen)
    while len(chosen) < len(table.attributes):
        unused = [j for j in range(len(table.attributes)) if j not in chosen]
        scores = [correct(table, [*chosen, j]) for j in unused]
        if max(scores) <= best:
            break
        best = max(scores)
        chosen.append(unused[scores.index(best)])
    return sorted(chosen), best


def test_equal_to_forward_selection_written_out():
    sizes = set()
    for seed in range(8):
        table = made(seed, 60, (3, 2, 4, 2, 3), 3, 0.1)
        chosen, best = forward(table)
        model = fssj.fit(table, join=False)
        assert [g[0] for g in partitions.get_groups(model)] == chosen
        assert model.facts["training_fitness"] == best / 60
        sizes.add(len(chosen))
    assert len(sizes) > 1
