"""Write all playthroughs anew: ``python -m tests.playthroughs``."""

from tests.playthroughs.telling import SEEDS, path_of, playthrough

if __name__ == "__main__":
    for scenario in SEEDS:
        path_of(scenario).write_text(playthrough(scenario), encoding="utf-8")
        print(path_of(scenario))
