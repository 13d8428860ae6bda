"""Is This a Cat or a Rabbit?, 3-5 players: the led card decides what every other card is."""
