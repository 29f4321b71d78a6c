"""What all tests share: the table of rulings."""

pytest_plugins = ["warbook.testing.rulings"]
