// A card game for four with secret hands. Its views have the shape and the size of those that catsle's tables send;
// its rules are far simpler, so that what is measured is the server.

const SUITS = ["R", "B", "G", "Y", "K"];
const PLACES = ["tower", "wall", "gate", "keep", "scrap"];
const HAND = 12;

function deal(G, random) {
  const cards = SUITS.flatMap((suit) => Array.from({ length: HAND }, (_, i) => `${suit}${i + 1}`));
  const deck = random.Shuffle(cards);
  G.hands = G.seats.map((_, seat) => deck.slice(seat * HAND, (seat + 1) * HAND));
  G.round += 1;
  for (const seat of G.seats) {
    seat.cards = HAND;
    for (const place of seat.board) place.cards = [];
  }
}

function play({ G, random, playerID }, card) {
  const seat = Number(playerID);
  const at = G.hands[seat].indexOf(card);
  if (at < 0) return "INVALID_MOVE";
  G.hands[seat].splice(at, 1);
  const mine = G.seats[seat];
  mine.cards -= 1;
  mine.played = card;
  mine.board[SUITS.indexOf(card[0])].cards.push(card);
  mine.worth = mine.board.reduce((sum, place) => sum + place.cards.length ** 2, 0);
  G.pool = G.seats.map((each) => each.played).filter((played) => played !== null);
  if (G.pool.length === G.seats.length) {
    G.ranking = [...G.seats.keys()].sort((a, b) => Number(G.seats[b].played.slice(1)) - Number(G.seats[a].played.slice(1)));
    G.seats[G.ranking[0]].total += 1;
    for (const each of G.seats) each.played = null;
  }
  if (G.hands.every((hand) => hand.length === 0)) deal(G, random);
}

export const game = {
  name: "cards",
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const board = () => PLACES.map((name, n) => ({ name, limit: 4 + n, cards: [] }));
    const seats = Array.from({ length: ctx.numPlayers }, () => ({
      cards: 0, played: null, board: board(), worth: 0, total: 0, lacks: [],
    }));
    const G = { phase: "play", round: 0, start: 0, leader: 0, extra: null, extra_left: 5, ranking: [], pool: [], seats };
    deal(G, random);
    return G;
  },
  moves: { play },
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, ctx, playerID }) => {
    const { hands, ...open } = G;
    const hand = playerID === null ? [] : hands[Number(playerID)];
    return { ...open, hand, legal: playerID === ctx.currentPlayer ? hand : [] };
  },
};
