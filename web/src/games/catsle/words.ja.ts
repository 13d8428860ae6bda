import type { CatsleTable } from "../../lib/api";
import { ledPart, mustFollow, partOf, placingCard, valueOf, type Part, type Stand } from "./parts";
import { whyNot } from "./reasons";
import type { GameWords } from "./words";

const COLOUR: Record<Part, string> = { R: "赤", B: "青", G: "緑", Y: "灰色", K: "黒" };
const PART: Record<Part, string> = { R: "門", B: "屋根", G: "破風", Y: "壁", K: "石垣" };

const card = (code: string): string => `${COLOUR[partOf(code)]}の${valueOf(code)}`;
const full = (code: string): string => `${card(code)}（${PART[partOf(code)]}）`;
const piece = (part: Part): string => `${COLOUR[part]}の${PART[part]}`;
const rank = (rank: number): string => `${rank + 1}位`;
const place = (name: string): string => (name === "S" ? "廃材置き場" : `第${name}列`);
const STANDS: Record<Stand, (built: number, limit: number) => string> = {
  empty: (_, limit) => (limit === 0 ? "空" : `空（${limit}枚まで）`),
  under: (built, limit) => `${limit}枚中${built}枚`,
  exact: (_, limit) => `${limit}枚ちょうど、完成`,
  over: (built, limit) => (limit === 0 ? `${built}枚` : `${limit}枚のところに${built}枚、${built - limit}枚オーバー`),
};

function asked(table: CatsleTable, legal: string[]): string {
  if (table.phase === "take") return "カードを1枚取って、建ててください。";
  if (table.phase === "place") {
    const code = placingCard(table);
    return code ? `${piece(partOf(code))}を建てる場所を選んでください。` : "場所を選んでください。";
  }
  const led = ledPart(table);
  if (led === null) return "あなたのリードです。好きなカードをどうぞ。";
  return mustFollow(legal, led) ? `${COLOUR[led]}をフォローしてください。` : `${COLOUR[led]}がないので、好きなカードを出せます。`;
}

export const ja: GameWords = {
  card: full,
  takeable: (code) => `${full(code)}を取る`,
  playable: (code) => `${full(code)}を出す`,
  piece,
  letters: { R: "赤", B: "青", G: "緑", Y: "灰", K: "黒" },
  rank,
  takes: (ranked, cards) => `${rank(ranked)}、${cards === 0 ? "カードは取らない" : `${cards}枚取る`}`,
  led: "このトリックをリード",
  trick: "トリック",
  notYet: (name) => `${name}はまだ出していません`,
  taken: (code) => `${card(code)}は取られました`,
  extra: "追加",
  extraLeft: (left) => `追加の山札、残り${left}枚`,
  discard: "このラウンドでもう使わない、裏向きのカード",
  hand: "あなたの手札",
  sort: ["色ごとに並べる", "数字の順に並べる"],
  inHand: (cards) => `手札${cards}枚`,
  lacks: (parts) => `${parts.map((part) => COLOUR[partOf(part)]).join("・")}を持っていない`,
  worth: (worth) => `お城は今${worth}点`,
  total: "前のラウンドまでの得点",
  blueprint: (name) => `${name}の設計図`,
  column: (name, stand, built, limit, part) =>
    place(name) + (part ? `、${piece(part)}` : "") + `：${STANDS[stand](built, limit)}`,
  build: (name, part) => `${piece(part)}を${place(name)}に${name === "S" ? "捨てる" : "建てる"}`,
  scrap: "廃材",
  bonus: (perfect, bonus) => `完成した列${perfect}つでボーナス${bonus}点`,
  scored: (scored) => `このラウンド：${scored}点`,
  pictures: {
    players: ["ミア", "トム", "ユキ", "リン"],
    box: "5つの色と、お城の部品",
    ranking: "ミアが青をリード。青で一番高いトムの10が1位、ミアの6が2位。12どうしでは、あとから出したリンが上です。",
    takes: "順位ごとに取る枚数",
    few: "3～4人",
    five: "5人",
    building: "青の10は、青い屋根の列へ自動的に。赤の4は初めての色なので、空いている場所ならどこでも選べます。",
    scoring: "門は−1点、ほかは2＋3＋2点、完成した列が2つで＋1点。合計7点です。",
    perfect: "完成した4列のカード9枚で9点、廃材2枚で−2点、ボーナス4点。合計11点です。",
  },
  where: (table, options) => {
    return `ラウンド ${table.round}/${String(options.rounds ?? table.round)}・トリック ${table.trick}/${table.tricks}`;
  },
  prompt: (table, legal, me, name) => {
    if (table.acting.includes(me)) return asked(table, legal);
    const who = table.acting.map(name).join("、");
    switch (table.phase) {
      case "play":
        return who ? `${who}が${ledPart(table) ? "カードを選んでいます" : "リードを考えています"}…` : "次のトリックへ…";
      case "take":
        return who ? `${who}がカードを取ります…` : "トリック終了。";
      case "place":
        return who ? `${who}が場所を選んでいます…` : "カードを建てました。";
      default:
        return "お城の得点計算です。";
    }
  },
  told: (text, _seat, name) => {
    const [what, ...rest] = text.split(" ");
    const first = rest[0] ?? "";
    switch (what) {
      case "play":
        return `が${card(first)}を出した`;
      case "take":
        return `が${card(first)}を取った`;
      case "builds":
        return null; // seen on the board, and no news to who listens
      case "place":
        return first === "S" ? "が廃材置き場に捨てた" : `が${place(first)}に建て始めた`;
      case "round":
        return `第${first}ラウンド。スタートは${name(Number(rest[2]))}。`;
      case "extra":
        return `追加カードは${card(first)}。`;
      case "scores":
        return `ラウンドの得点：${rest.map((scored, seat) => `${name(seat)}\u00a0${scored}点`).join("、")}`;
      default:
        return text;
    }
  },
  move: (move) => {
    const [what, about = ""] = move.split(" ");
    switch (what) {
      case "play":
        return `${card(about)}を出す`;
      case "take":
        return `${card(about)}を取る`;
      case "place":
        return about === "S" ? "廃材置き場に捨てる" : `${place(about)}に建てる`;
      default:
        return move;
    }
  },
  whyNot: whyNot({
    turn: (who) => (who === null ? "今はあなたの番ではありません。" : `今は${who}の番です。`),
    wait: "少々お待ちください。",
    follow: (part) => `リードは${COLOUR[part]}です。手札に${COLOUR[part]}があるあいだは、${COLOUR[part]}を出さなければなりません。`,
    takeFirst: "先にこのトリックからカードを取ってください。手札は次のトリックで出します。",
    placeFirst: (part) => `先に${piece(part)}を建てる場所を選んでください。`,
    later: "トリックのカードを取るのは、全員がカードを出してからです。",
    occupied: (name, part) => `${place(name)}には${piece(part)}があります。1か所に置けるのは1色だけです。空いている場所を選んでください。`,
  }),
  lessons: {
    aim:
      "ようこそ、お城の建築現場へ！設計図の各列に、下の数字とちょうど同じ枚数のカードを建てましょう。" +
      "建てすぎた列は失点になります。",
    lead: "このトリックはあなたのリードです。好きなカードを出しましょう。ほかの人は、同じ色があればその色を出します。",
    follow:
      "ほかの人がリードしました。同じ色が手札にあるあいだは、必ずその色を出します。" +
      "暗いカードは今は出せません。タップすると理由がわかります。",
    void:
      "リードの色が手札にないので、好きなカードを出せます。ただし順位はリードの色より必ず下。" +
      "残りは数字の大きい順で、同じ数字ならあとから出したほうが上です。",
    ranks:
      "カードの順位で、建てる枚数が決まります。1位はトリックから1枚、2位は必ず2枚、ほかの人は0枚。" +
      "今は何枚ほしいですか？",
    ranksFive:
      "カードの順位で、建てる枚数が決まります。1位と2位はトリックから1枚ずつ、3位は必ず2枚、ほかの人は0枚。" +
      "今は何枚ほしいですか？",
    extra: "3人のときは、毎トリック、追加の山札から1枚が場に出ます。順位はつきませんが、取ることはできます。",
    takeOne: "あなたの順位では1枚取ります。取ったカードはすぐに建てるので、まだ余裕のある色を選びましょう。",
    takeTwo:
      "あなたの順位では2枚、1枚ずつ取ります。合わない色でも断れません。" +
      "ふつうは、2枚取った人が次のトリックをリードします。",
    place:
      "あなたのお城には初めての色です。空いている場所を選びましょう。" +
      "これからその色は自動的にそこへ建つので、何枚来そうか考えて。",
    scrap: "廃材置き場にも1色だけ置けます。何枚でも置けますが、1枚につき−1点。完成の列には数えません。",
    perfect:
      "ぴったり完成！ラウンド終了時、完成した列が2つで1点、3つで2点、4つなら4点のボーナスです。" +
      "この色がもう1枚来ると台なしですよ。",
    over: "この列は建てすぎです。オーバー1枚につき−1点、同じ列のほかのカードは0点になります。",
    known:
      "小さなお城の数字は今のお城の点数、名前の横の数字は前のラウンドまでの得点です。" +
      "斜線つきの印は、その人の手札にもうない色です。",
    scoring:
      "もうすぐラウンド終了です。建てすぎていない列は1枚1点、オーバーしたカードと廃材は1枚につき−1点。" +
      "ラウンドの得点が0点を下回ることはありません。",
    newRound:
      "新しいラウンドです。お城の点数は名前の横の得点に加わり、設計図は白紙に戻りました。" +
      "スタートは時計回りに次の人へ移ります。",
  },
};
