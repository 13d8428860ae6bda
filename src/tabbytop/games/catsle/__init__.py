"""CATsle Builders, 3-5 players: rank decides who builds how much, and nobody may overshoot."""
