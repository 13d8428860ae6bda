import type { Errand, FamiliarTable } from "../../lib/api";
import { asksOf, coloursOf, errandOf, ledOf, leftOf, ROMAN, stepOf, valueOf, type Colour } from "./cards";
import type { GameWords } from "./words";

type Name = (seat: number) => string;

const COLOUR_NAMES: Record<Colour, string> = { R: "赤", B: "青", G: "緑" };
const RATINGS = ["これだけ？", "まあまあ", "その調子！", "おみごと！", "最高の使い魔！"];

const colours = (code: string, between = ""): string => coloursOf(code).map((colour) => COLOUR_NAMES[colour]).join(between);
const card = (code: string): string => `${coloursOf(code).length === 3 ? "三色" : colours(code)}の${valueOf(code)}`;
const asks = (errand: Errand): string => asksOf(errand).map((ask) => `${COLOUR_NAMES[ask.colour]}${ask.number}`).join("・");
const errand = (code: string): string => {
  const found = errandOf(code);
  return found ? asks(found) : code;
};
const worth = (code: string): string => {
  const found = errandOf(code);
  return found ? `${asks(found)}（${found.points}点）` : code;
};

function first(phase: string): string {
  switch (phase) {
    case "exchange":
      return "先に、全員でカードを渡し合うかどうかを決めてください。";
    case "pass":
      return "先に、左隣へ渡すカードを手札から選んでください。";
    case "swap":
      return "先に、おつかいを1枚入れ替えるか、そのままにするかを決めてください。";
    case "draw":
      return "先に、次のおつかいを引く山を選んでください。";
    default:
      return "今はトリックの最中です。手札からカードを出してください。";
  }
}

export const ja: GameWords = {
  where: (table: FamiliarTable): string => `ラウンド ${table.round}／${table.rounds}`,

  prompt(table: FamiliarTable, legal: string[], me: number, name: Name): string {
    const seat = table.acting[0];
    if (seat === undefined) return table.phase === "count" ? "トリックを集計しています。" : "新しいおつかいが出ます。";
    const mine = seat === me && legal.length > 0;
    switch (table.phase) {
      case "exchange":
        return mine ? "あなたがリードです。カードを渡し合いますか？" : `${name(seat)}が、カードを渡し合うか考えています。`;
      case "pass":
        return mine
          ? `${name(leftOf(table, me))}にカードを1枚渡してください。`
          : `${name(seat)}が${name(leftOf(table, seat))}に渡すカードを選んでいます。`;
      case "swap":
        return mine ? "おつかいを入れ替えますか？ 戻す1枚を選び、次に山を選びます。" : `${name(seat)}がおつかいを見直しています。`;
      case "draw":
        return mine ? "次のおつかいを引く山を選んでください。" : `${name(seat)}がおつかいを引く山を選んでいます。`;
      default:
        if (!mine) return `${name(seat)}がカードを選んでいます。`;
        return seat === table.lead ? "あなたがリードです。好きなカードを出してください。" : "あなたの番です。カードを出してください。";
    }
  },

  told(text: string, _seat: number, name: Name): string | null {
    const [verb = "", first = "", second = "", third = ""] = text.split(" ");
    switch (verb) {
      case "exchange":
        return "の提案で、全員が左隣にカードを渡すことに";
      case "no":
        return first === "exchange" ? "は手札をそのままにした" : "はおつかいをそのままにした";
      case "pass":
        return second ? `が${name(Number(second))}に${card(first)}を渡した` : `が${name(Number(first))}にカードを1枚渡した`;
      case "swap":
        return `がおつかい「${errand(first)}」を戻し、レベル${second}と入れ替えた`;
      case "play":
        return `が${card(first)}を出した`;
      case "draw":
        return `がレベル${first}のおつかいを選んだ`;
      case "new":
        return first ? `が${card(first)}を引いた` : null;
      case "lead":
        return `リードは${name(Number(first))}。`;
      case "up":
        return `新しいおつかい：${worth(first)}`;
      case "round":
        return `第${first}ラウンド`;
      case "totals":
        return `合計は赤${first}・青${second}・緑${third}。`;
      case "completed":
        return `おつかい達成：${worth(first)}！`;
      case "score":
        return `ゲーム終了。合計${first}点。`;
      default:
        return text;
    }
  },

  move(move: string, _name: Name): string {
    const [verb = "", first = "", second = ""] = move.split(" ");
    switch (verb) {
      case "exchange":
        return "渡し合う";
      case "no":
        return first === "exchange" ? "渡さない" : "入れ替えない";
      case "pass":
        return `${card(first)}を渡す`;
      case "swap":
        return `「${errand(first)}」をレベル${second}と入れ替える`;
      case "play":
        return `${card(first)}を出す`;
      case "draw":
        return `レベル${first}のおつかいを引く`;
      default:
        return move;
    }
  },

  whyNot(_code: string, table: FamiliarTable, legal: string[], me: number, name?: Name): string {
    const seat = table.acting[0];
    if (seat === undefined) return "少しお待ちください。次の準備をしています。";
    if (seat !== me) return name ? `今は${name(seat)}の番です。` : "今はあなたの番ではありません。";
    const led = ledOf(table);
    if (table.phase !== "play" || led === null || legal.length === 0) return first(table.phase);
    return `リードは${card(led)}です。${colours(led, "か")}を持っているあいだは、${colours(led, "・")}・三色のカードしか出せません。`;
  },
  whyNotErrand: (table: FamiliarTable): string =>
    table.phase === "play" ? "おつかいは選びません。トリックの合計が届いたものは、自動で達成になります。" : first(table.phase),
  whyNotPile(level: number, table: FamiliarTable): string {
    if (table.phase !== "swap" && table.phase !== "draw") return first(table.phase);
    if (table.piles[level - 1]?.errands === 0) return "この山はもうありません。別の山を選んでください。";
    return "先に戻すおつかいを選び、それから新しいおつかいの山を選びます。";
  },

  lessons: {
    aim:
      "3人は仲間で、得点もいっしょです。全部で9トリック。毎回1人1枚ずつ出し、3枚の数字を色ごとに足して、魔女のおつかいをこなします。",
    errand:
      "これがおつかいです。1回のトリックで、書かれた数字すべてに届けば達成。丸の中の点が入ります。1回で何枚も達成できます。",
    exchange:
      "トリックの前に、リードの人は「全員が左隣に1枚渡す」かどうかを決められます。手札がおつかいに合わないときに便利ですが、何が来るかは分かりません。",
    pass: "左隣に1枚渡しましょう。おつかいに必要で、相手が出しやすいカードがおすすめです。もう1人には何を渡したか見えません。",
    swap:
      "トリックの前に、リードの人はおつかいを1枚入れ替えられます。難しそうな1枚を選び、次に新しいおつかいの山を選びます。レベルが高いほど難しく、点も高くなります。",
    lead:
      "あなたがリードです。どのカードでも出せます。ほかの2人は、できるかぎり同じ色を出さなければなりません。相談は禁止。カードで狙いを伝えましょう。",
    follow:
      "リードされたカードと同じ色を出さなければなりません。暗いカードは出せません（押すと理由が出ます）。カードに触れると、おつかいがどこまで進むか見えます。",
    free: "今は色を合わせる必要がありません。おつかいに一番役立つカードを出しましょう。仲間には、あなたの手札のヒントにもなります。",
    two: "二色のカードは両方の色に2ずつ数え、どちらの色にも合います。合うカードがこれだけなら、必ず出します。",
    three: "三色のカードはすべての色に1ずつ数えます。いつでも出せて、出さなくてもかまいません。困ったときの逃げ道です。",
    leader: "今度のリードはこのフクロウ。リードの色に合うカードで一番大きい数を出したからです（設定によっては、全体で一番大きい数）。",
    score: "おつかい達成！ 点は3人のものです。20・30・40・50点に届くたびに、魔女のごきげんがよくなります。",
    draw: "新しくリードになったあなたが、次のおつかいの山を選びます。Iはやさしく、IIは点が上がり、IIIは難しいけれど高得点です。",
    cards:
      "山札がなくなりました。ここからは手札が減っていき、9トリック目が最後です。ここには出たカードが並びます。空いている場所のカードは、まだ誰かの手札にあります。",
  },

  thenPile: "次に、新しいおつかいの山を選んでください。",
  letters: COLOUR_NAMES,
  card,
  played: (code: string, name: string): string => `${name}が出したカード：${card(code)}`,
  noCard: (name: string): string => `${name}はまだ出していません`,
  lastTrick: (code: string): string => `前のトリック：${card(code)}`,
  leads: "リード",
  hand: "あなたの手札",
  sort: ["色ごとに並べる", "数字の順に並べる"],
  cards: (count: number): string => `手札${count}枚`,
  roman: (level: number): string => ROMAN[level] ?? String(level),
  errands: "おつかい",
  errand: (found: Errand, totals: readonly number[], done: boolean): string =>
    `レベル${found.level}のおつかい、${found.points}点：${
      asksOf(found).map((ask) => `${COLOUR_NAMES[ask.colour]}は${ask.number}のうち${totals[ask.index] ?? 0}`).join("、")}${
      done ? "、達成！" : ""}`,
  replace: (found: Errand): string => `おつかい「${asks(found)}」（${found.points}点）を戻す`,
  completed: (found: Errand): string => `${asks(found)}：${found.points}点`,
  completedAll: "達成したおつかい",
  noneCompleted: "達成したおつかい：まだなし",
  pile: (level: number, count: number, bottom: readonly string[]): string =>
    `レベル${level}の山、残り${count}枚${bottom.length > 0 ? `。一番下に${bottom.map(errand).join("、")}` : ""}`,
  take: (move: string, pile: string): string => `${move}。${pile}`,
  under: (level: number): string => `${ROMAN[level] ?? level}の下：`,
  drawPile: (count: number): string => `山札：${count}枚`,
  discards: "出たカード",
  discarded: (code: string): string => `${card(code)}（出た）`,
  totals: "カードの合計",
  total: (colour: Colour, total: number): string => `${COLOUR_NAMES[colour]}${total}`,
  score: (table: FamiliarTable): string => `得点：${table.score}点。${RATINGS[stepOf(table)] ?? ""}`,
  ratings: RATINGS,
  rating: (table: FamiliarTable): string => RATINGS[stepOf(table)] ?? "",
  nextRating: (table: FamiliarTable): string | null => {
    const next = stepOf(table) + 1;
    return next < table.ladder.length ? `次の評価まで${table.ladder[next]! - table.score}点` : null;
  },
  over: "魔女が数え終えました。",
};
