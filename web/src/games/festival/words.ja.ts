import { numberOf, suitOf, type Icon, type Season, type Suit } from "./seasons";
import type { Phrases } from "./words.en";

const SUITS: Record<Suit, string> = { Sp: "春", Su: "夏", Fa: "秋", Wi: "冬", Y: "よろず" };
const ICONS: Record<Icon, (many: number) => string> = {
  fish: (many) => `魚${many}匹`, booze: (many) => `酒${many}杯`, crow: (many) => `カラス${many}羽`,
};

const suit = (code: string): string => SUITS[suitOf(code)];
const card = (code: string): string => (suitOf(code) === "Y" ? `よろず${numberOf(code)}` : `${suit(code)}の${numberOf(code)}`);
const list = (parts: readonly string[]): string => parts.join("、");
const suits = (codes: readonly string[]): string => codes.map(suit).join("・");
const signed = (points: number | string): string => String(points).replace("-", "−");
const icons = (icon: Icon, many: number): string => ICONS[icon](many);

export const ja: Phrases = {
  list,
  where: (deal, games, extra, round, rounds) => {
    const which = extra ? `第${deal}局・決勝局` : games > 0 ? `第${deal}局（全${games}局）` : `第${deal}局`;
    return round > 0 ? `${which} ラウンド${round}/${rounds}` : which;
  },

  did: {
    play: (code) => `が${card(code)}を出した`,
    take: (code) => `が${card(code)}を獲得`,
    keepCard: (code) => `は自分の${card(code)}を獲得`,
    noMore: (seasons) => `は${suits(seasons)}のカードがもうない`,
    tokens: (seasons) => `が${suits(seasons)}のトークンを取った`,
    swap: (code) => `のカラスが${card(code)}を横取り`,
    keep: "はこの手札で続ける",
    redeal: "がカラス3羽を見せて配り直しを求めた",
    start: (who) => `が${who}をスタートプレイヤーに指名`,
    multiplier: (code) => `が倍率カード${code}を選んだ`,
  },
  happened: {
    deal: (deal, low, high) => `第${deal}局。場札は${card(low)}と${card(high)}。`,
    start: (who) => `くじ引きで${who}がスタートプレイヤーに。`,
    chooser: (who) => `くじ引きで${who}がスタートプレイヤーを決めることに。`,
    order: (who) => `くじ引きで季節を選ぶ順番が決定：${who}。`,
    first: (who) => `くじ引きで${who}が最初にトークンを取ることに。`,
    dummyPlays: (code) => `ダミーは${card(code)}をめくった。`,
    dummyTakes: (code) => `ダミーは${card(code)}を獲得。`,
    dummyKeeps: (code) => `ダミーは自分の${card(code)}を獲得。`,
    swap: (crow, yorozu) => `${card(crow)}のカラスが${card(yorozu)}と入れ替わった。`,
    scores: (each) => `この局は終了。${list(each)}。`,
    score: (who, points) => `${who}\u00a0${signed(points)}点`,
  },
  moves: {
    play: (code) => `${card(code)}を出す`,
    swap: (code) => `${card(code)}と入れ替える`,
    keep: "この手札で続ける",
    redeal: "配り直してもらう",
    start: (who) => `${who}から始める`,
    multiplier: (code) => `倍率カード${code}を選ぶ`,
    tokens: (seasons) => `${suits(seasons)}を取る`,
    token: (season) => `${suit(season)}のトークンを取る`,
  },

  asked: {
    offer: "カラスだらけ！この手札で続けますか？",
    start: "誰から始めるか決めてください。",
    multiplier: "倍率カードを1枚選んでください。",
    tokens: "季節トークンを3つ取ってください。",
    token: "季節トークンを1つ取ってください。",
    yorozu: "よろずの分の季節トークンを1つ取ってください。",
    swap: "カラスはどちらを横取りしますか？",
    play: "カードを1枚選んでください。",
    last: "最後のカードを出してください。",
  },
  awaited: {
    reveal: "いっせいにオープン！",
    crow: "カァ！カラスがよろずを横取り。",
    take: "カードの行き先が決まります。",
    scores: "この局は終了です。",
    drunk: (who) => `飲みすぎ：${who}。この局は終了です。`,
    shuffle: "カードをまぜています。",
    deal: "カードを配っています…",
    play: "全員がカードを伏せて選んでいます。",
    start: (who) => `${who}がスタートプレイヤーを決めています…`,
    multiplier: (who) => `${who}が倍率カードを選んでいます…`,
    tokens: (who) => `${who}が季節トークンを3つ選んでいます…`,
    token: (who) => `${who}が季節トークンを選んでいます…`,
    swap: (who) => `${who}のカラスがきょろきょろしています…`,
  },
  why: {
    closed: (season, shows, open) =>
      `場に${list(shows.map(card))}があるので、${SUITS[season]}は閉じています。` +
      `手札に${suits(open)}があるうちは、それかよろずを出してください。`,
    offer: "まず、この手札で続けるかどうかを決めてください。",
    start: "まず、誰から始めるかを決めてください。",
    multiplier: "まず倍率カードを選びます。カードを出すのはそのあとです。",
    tokens: "まず季節トークンを取ります。カードを出すのはそのあとです。",
    swap: "まず、カラスがどちらのよろずを横取りするか選んでください。",
    onlyYorozu: "カラスが横取りできるのはよろずだけ。よろず0かよろず13を選んでください。",
    twoTokens: (season) => `${SUITS[season]}のトークンはもう2つ持っています。同じ季節は2つまでです。`,
    noTokens: (season) => `${SUITS[season]}のトークンはもう残っていません。`,
    notYet: "今はあなたの番ではありません。",
    waitFor: (who) => `今は${who}の番です。少しお待ちください。`,
  },

  lessons: {
    aim:
      "ようこそ、猫たちの宴へ！集めたいのは魚で、1匹1点。お酒は2杯までなら1杯2点ですが、3杯目は禁物です。カラスは1羽−1点。",
    offer: "カラスが3羽以上も来てしまいました。全員のカードを配り直してもらうことも、このまま続けることもできます。",
    start: "最下位のあなたが、倍率カードを最初に選ぶ人を決めます。後から選ぶ人ほど、ほかの人の選択を見てから決められます。",
    multiplier:
      "倍率カードは、この局で各季節の魚が何点になるかを決めます。2倍の季節も、マイナスになる季節もあります。" +
      "手札に合うものを選びましょう。使ったカードは局の終わりに捨てます。",
    tokens: "魚の点は、その季節のトークンを持っている数だけ倍になります。違う季節を3つ選びましょう。残った季節の魚は、この局では0点です。",
    token: "トークンをもう1つ取ります。同じ季節が2つあれば魚は2倍。3つ目は持てません。",
    seasons:
      "場札2枚と同じ季節は閉じています。提灯がともっている季節のカードか、よろずを出しましょう。暗いカードをタップすると、出せない理由がわかります。",
    play:
      "全員が同時に1枚選びます。いちばん高いカードの人は右の場札を、いちばん低いカードの人は左の場札を獲得。" +
      "ほかの人は自分が出したカードを獲得します。最高と最低のカードが次の場札になります。",
    dummy: "3人のときは、ダミーが4枚目を出します。選ぶ前にめくられるので、よく見て決めましょう。",
    places: "ここがあなたの獲得したもの。お酒、魚、カラスの数と、この局の今の点数です。名前の横の数字は、前の局までの合計点。",
    free: "開いている季節のカードが1枚もないので、何でも出せます。ただし、よろず以外を出すと、その季節がないことが全員に知られます。",
    noMore: "×印の季節に注目。その人は、その季節のカードをもう持っていません。残っているなら、ほかのどこかにあります。",
    two: "もう2杯飲んでいます。3杯目を取るとこの局はすぐ終わり、お酒は0点、魚の点は半分に！",
    yorozu: "よろずはいつでも出せるカード。0はいちばん低く、13はいちばん高い。ただし、獲得した人はお酒を1杯飲みます。",
    crow: "手札にカラスがいます。同じラウンドによろずが出ると、カードを獲得する前に、カラスとよろずが入れ替わります。",
    swap: "よろずが2枚とあなたのカラス！入れ替える相手を選んでください。選んだよろずがあなたのカードになり、カラスは相手のカードになります。",
    ties: "手札に同じ数字が2枚あります。同じ数字なら、描かれた猫が多いほうが高い。春4匹、夏3匹、秋2匹、冬1匹です。",
    scored: "局の点数が入り、駒が進みました。誰かが魚の目印に届くか、決めた局数が終わると試合終了。合計点がいちばん高い人の勝ちです。",
  },

  suits: SUITS,
  letters: { Sp: "春", Su: "夏", Fa: "秋", Wi: "冬", Y: "万" },
  card: (code, its) =>
    list([card(code), ...[...new Set(its)].map((icon) => icons(icon, its.filter((one) => one === icon).length))]),
  faceDown: "伏せたカード",
  open: "開",
  closed: "閉",
  season: (season: Season, isOpen) => `${SUITS[season]}は${isOpen ? "開いている" : "閉じている"}`,
  faceUp: "場札",
  lower: "低い",
  higher: "高い",
  lowest: "最低",
  highest: "最高",
  played: (name) => `${name}が出したカード`,
  nothingYet: "まだ出していない",
  dummy: "ダミー",
  dummyDeck: (cards) => `山札${cards}枚`,
  hand: "あなたの手札",
  sort: ["季節順に並べる", "数字の順に並べる"],
  taken: "獲得したカード",
  icons,
  cups: (booze, drunk) => (booze >= drunk ? `お酒${booze}杯、飲みすぎ` : `お酒${booze}杯（${drunk}杯で飲みすぎ）`),
  worth: "この局の今の点数",
  total: "前の局までの合計点",
  points: (points) => signed(points),
  signed: (points) => (points > 0 ? `+${points}` : signed(points)),
  noMore: (season) => `${SUITS[season]}はもう手札にない`,
  times: (times) => `×${signed(times)}`,
  fishCount: (season, fish, times) => `${SUITS[season]}：魚${fish}匹、1匹${signed(times)}点`,
  both: (parts) => parts.join("。"),
  multiplier: (code, each) => `倍率カード${code}：${list(each)}`,
  seasonTimes: (season, times) => `${SUITS[season]}は${signed(times)}倍`,
  multipliersLeft: (left) => `倍率カード残り${left}枚`,
  token: (season) => `${suit(season)}のトークン`,
  supply: "取れるトークン",
  left: (many) => `残り${many}`,
  order: "順番",
  swapWith: (code) => `カラスを${card(code)}と入れ替える`,
  caw: "カァ！",
  track: (target, each) => `${target > 0 ? `${target}点までの道のり` : "これまでの点数"}：${list(each)}`,
  at: (name, points) => `${name}\u00a0${signed(points)}点`,
  aid: {
    open: "早見表",
    play:
      "全員が、開いている季節のカードかよろずを1枚伏せて出します。場札に見えている季節は閉じています。" +
      "開いている季節のカードがなければ、何を出してもかまいません。",
    take:
      "いちばん低いカードの人は低い場札を、いちばん高いカードの人は高い場札を獲得。" +
      "ほかの人は自分のカードを獲得。最低と最高のカードが次の場札になります。",
    ties: "同じ数字なら、猫が多いほうが高い。",
    cats: (season, cats) => `${SUITS[season]}：${cats}匹`,
    fish: "1匹1点",
    fishTimes: "1匹1点 × その季節の倍率",
    booze: "1杯2点。3杯目で局が終わり、お酒は0点、魚は半分",
    crow: "1羽−1点。同じラウンドのよろずと入れ替わる（カラスが何羽もいれば、数字がいちばん近いもの）",
    yorozu: "いつでも出せる。季節を閉じない",
    noMore: "その季節のカードをもう持っていない",
  },

  pictures: {
    names: ["ミア", "トム", "ユキ", "リン"],
    cards: "春の1は魚2匹、夏の3はお酒、秋の7はカラス、よろず13はお酒。",
    seasons: "場札は夏の4と冬の9。夏と冬は閉じ、春と秋が開いている。",
    round:
      "リンの春の3が最低なので夏の4を、ユキの秋の11が最高なので冬の9を獲得。" +
      "ミアとトムは自分のカードを獲得し、トムはお酒を1杯飲む。次の場札は春の3と秋の11。",
    crow: "ミアの冬の8のカラスが、トムのよろず13を横取り。13はミアの、冬の8はトムのカードになる。",
    scoring: "魚3匹で3点、お酒1杯で2点、カラス1羽で−1点。合わせて4点。",
    drunk: "お酒が3杯！魚5匹は半分（切り上げ）で3点、お酒は0点、カラス1羽で−1点。合わせて2点。",
    multiplier: "倍率カードA1。春の魚2匹は4点、夏の魚1匹は−1点、秋の魚1匹は1点。合わせて4点。",
    tokens: "春のトークン2つと秋のトークン1つ。春の魚2匹は4点、秋の魚1匹は1点、夏の魚は0点。合わせて5点。",
  },
};
