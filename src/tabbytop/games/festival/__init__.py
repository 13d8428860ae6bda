"""Festival of Thousand Cats, 3-4 players: highest and lowest card trade with the table, and two drinks are enough."""
