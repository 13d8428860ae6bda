import { BEAR, byEars } from "./cards";
import type { Kind } from "./scope";
import type { Phrases } from "./words.en";

const kinds: Record<Kind, string> = { rabbit: "ウサギ", cat: "ネコ", "new species": "新種" };
const animals = (codes: readonly string[]): string =>
  byEars(codes).map(({ ears, tails }) => `耳${ears}でしっぽ${tails.join("・")}`).join("、");
const card = (code: string): string => (code === BEAR ? "クマ" : `耳${code[0]}・しっぽ${code[1]}`);
const white = (count: number): string => `白チップ${count}枚`;
const black = (count: number): string => `黒チップ${count}枚`;

export const ja: Phrases = {
  where: (week, weeks, day) => `第${week}週${weeks === null ? "" : `（全${weeks}週）`}${day > 0 ? ` ${day}日目` : ""}`,

  ask: {
    declare: "「今週は黒チップを取らない」と宣言しますか？",
    leadBear: "残りはクマだけです。送り出してください。",
    lead: "あなたが親です。基準カードを選んでください。",
    name: "集めるのはウサギですか？ それともネコですか？",
    follow: (animal) => `${kinds[animal]}を1枚出してください。`,
    anything: (animal) => `${kinds[animal]}がいないので、何でも出せます。`,
  },
  wait: {
    mine: "あなたの番です。",
    leads: (who) => `${who}が今日の親です。`,
    for: (who) => `${who}の番です。`,
    ahead: (who) => (who === null ? "今日はあなたの勝ち！" : `今日は${who}の勝ち。`),
    bears: "みんなクマでした。今日は勝者なし。",
    week: "今週はおしまい。",
  },
  log: {
    week: (week, who) => `第${week}週スタート。親は${who}。`,
    declare: "が「今週は黒チップを取らない」と宣言",
    decline: "は宣言しなかった",
    leadBear: "が最後の1枚、クマを送り出した",
    lead: (code, animal) => `が${card(code)}を基準に。集めるのは${kinds[animal]}！`,
    play: (code) => `が${card(code)}を出した`,
    discards: (count) => `が新種のおかげで、これまでの${black(count)}を捨てた`,
    wins: (whites, blacks) => {
      const taken = [...(whites > 0 ? [white(whites)] : []), ...(blacks > 0 ? [black(blacks)] : [])].join("と");
      return taken === "" ? "がこの日の勝者に" : `がこの日の勝者になり、${taken}を獲得`;
    },
    takes: (count) => `が${white(count)}を獲得`,
    nobody: "みんなクマでした。この日は勝者なし。",
    bearsOut: "クマがすべて出たので、今週はここまで。",
    broke: "は宣言を守れず、今週は0点",
    mostBlack: "は黒チップが最多で、今週は0点",
    clean: (points) => `は黒チップなしで${points}点プラス`,
    scores: (scores) => `今週の得点：${scores.map(({ who, points }) => `${who}\u00a0${points}点`).join("、")}`,
  },
  moves: {
    declare: "黒は取らない！",
    decline: "宣言しない",
    leadBear: "クマを送り出す",
    lead: (code, animal) => `${card(code)}を基準に、${kinds[animal]}を集める`,
    play: (code) => `${card(code)}を出す`,
  },
  no: {
    turn: "まだあなたの番ではありません。",
    turnOf: (who) => `今は${who}の番です。少し待ってください。`,
    moment: "少しだけお待ちください。",
    declare: "まず、宣言するかどうかを決めてください。カードを出すのはそのあとです。",
    leadBear: "親がクマを出せるのは、最後の1枚になったときだけです。",
    bear: (animal) => `手札に${kinds[animal]}がいる間は、クマを出せません。`,
    follow: (code, kind, animal) =>
      `${card(code)}は、今日は${kinds[kind]}です。手札に${kinds[animal]}がいる間は、${kinds[animal]}を出さなければなりません。`,
  },
  lessons: {
    aim: "仕分け場へようこそ！ 白チップは得点です。黒チップは失敗のしるしで、ひとりだけ最多になると、その週は0点になってしまいます。",
    declare:
      "週の始めに「黒チップを取らない」と宣言できます。守れば＋3点、1枚でも取ったらその週は0点。宣言しなければ、どちらもありません。",
    cards: "これがあなたの動物たち。左上が耳の長さ、右下がしっぽの長さです。赤い丸の数字は「責任」、つまりカードの強さです。",
    lead:
      "あなたが今日の親です。カードをタップすると、ほかの動物が何になるかスコープに映ります。" +
      "次に、ウサギとネコのどちらを集めるか決めましょう。",
    scope:
      "赤い枠の動物が今日の基準です。耳が同じか長く、しっぽが同じか短ければウサギ、その逆ならネコ。どちらも長い、またはどちらも短いなら「新種」です！",
    follow:
      "今日集める動物は、ボードに書いてあります。手札にいるなら必ず出します。出すと白チップが1枚増えます。" +
      "暗いカードは今は出せません。タップすると理由がわかります。",
    bear:
      "クマを出せます。クマを出すと今日はお休み。チップは増えず、もらうこともありません。親が出せるのは最後の1枚のときだけで、その場合は次の人が親になります。",
    free:
      "集める動物がいないので、どのカードでも出せます。もう一方の動物なら黒チップ2枚がボードに、新種なら黒チップ1枚がそのカードに乗ります。" +
      "勝った人が全部引き取るので、ご注意を。",
    ahead: "王冠は、今勝っている人の印です。新種は何よりも強く、新種どうしやそれ以外どうしなら責任の大きいほう、同じなら先に出したほうが勝ちます。",
    taken:
      "1日が終わりました。全員が集める動物を出せば、みんなに白チップ1枚ずつ、勝者にはもう1枚。そうでなければ、勝者が白も黒も全部引き取ります。" +
      "次の日は勝者が親です。",
    black: "黒チップを取ってしまいましたね。新種で勝てば、前の日までの黒チップを捨てられます。その日の分は引き取ります。",
    clean: "黒チップはまだ0枚！ 週の終わりまでこのままなら、＋2点です。",
    lacks: "小さな表の×は、その人が持っていないとわかった動物です。出さなければならないときに、出さなかったからです。",
    week:
      "1週間の得点が入りました。白チップ1枚につき1点。ただし、黒チップがひとりだけ最多だった人は0点です。" +
      "チップを戻し、カードを配り直して、次の人の親で始まります。",
  },
  captions: {
    card: "耳3、しっぽ4。赤い丸の6が責任。",
    scope: "基準は耳4・しっぽ3。左上がウサギ、右下がネコ、残りの2つの角が新種。",
    day: "集めるのはウサギ。2枚目はウサギ、3枚目はネコ。責任7のネコが勝ち、白2枚と黒2枚を引き取る。",
    species: "新種は責任に関係なく勝つ。白2枚と自分の黒1枚を取り、前の日までの黒チップは捨てる。",
    same: "全員ウサギ。みんなに白1枚ずつ、一番強い人にはもう1枚。",
    points: "左：黒がひとりだけ最多なので0点。中：白5枚で5点。右：白3枚で黒なし、3＋2点。",
    bear: "クマはお休み。ほかは全員ウサギなので白1枚ずつ、一番強い人にはもう1枚。",
  },

  kinds,
  many: kinds,
  card: (code, responsibility, kind) =>
    card(code) + (responsibility === undefined ? "" : `、責任${responsibility}`) + (kind ? `、今日は${kinds[kind]}` : ""),
  hand: "あなたの動物たち",
  sort: ["耳の長さで並べる", "しっぽの長さで並べる"],
  total: "得点",
  chart: (middle, kind) =>
    middle === null
      ? "動物の表：上ほど耳が長く、右ほどしっぽが長い"
      : `ネコウサギスコープ、中心は${card(middle)}${kind ? `、今日は${kinds[kind]}` : ""}`,
  chartOf: (kind, codes) => `${kinds[kind]}：${animals(codes) || "なし"}`,
  belt: "今日のカード、出した順",
  empty: (name) => `${name}はまだ出していません`,
  reference: "基準",
  referenceOf: (name) => `${name}、基準`,
  ahead: "今の勝者",
  winner: "この日の勝者",
  bear: "クマ",
  cardChips: (count) => `カードの上に${black(count)}`,
  aside: (count) => `伏せて除いたカード${count}枚`,
  collect: "集めるのは",
  nothingNamed: "今日はどの動物？",
  pickFirst: "カードをタップするとスコープに映ります。",
  asWhat: (code) => `${card(code)}を基準に集めるのは…`,
  brings: (kind, whites, blacks, onCard) =>
    `${kinds[kind]}：${onCard ? "カードの上に" : ""}${[...(whites ? [white(whites)] : []), ...(blacks ? [black(blacks)] : [])].join("と")}`,
  display: (whites, blacks) => `ボードの上：${white(whites)}、${black(blacks)}`,
  white,
  black,
  cards: (count) => `手札${count}枚`,
  declared: "宣言：黒チップを取らない",
  declined: "宣言なし",
  bearOut: "クマは出し終えた",
  lacks: (codes) => `持っていないとわかった動物：${animals(codes)}`,
  weekOver: "今週はおしまい",
  bearsOut: "クマが全部出た！",
  mostBlack: "黒が最多",
  clean: (points) => `黒なしで＋${points}`,
  broken: "宣言失敗",
  weekPoints: (points) => `今週${points}点`,
};
