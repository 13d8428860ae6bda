import { BEAR, byEars } from "./cards";
import type { Kind } from "./scope";
import type { Phrases } from "./words.en";

const kinds: Record<Kind, string> = { rabbit: "兔子", cat: "貓", "new species": "新物種" };
const animals = (codes: readonly string[]): string =>
  byEars(codes).map(({ ears, tails }) => `耳 ${ears} 尾 ${tails.join("、")}`).join("；");
const card = (code: string): string => (code === BEAR ? "熊" : `耳 ${code[0]} 尾 ${code[1]}`);
const white = (count: number): string => `${count} 枚白籌碼`;
const black = (count: number): string => `${count} 枚黑籌碼`;

export const zh: Phrases = {
  where: (week, weeks, day) => `第 ${week} 週${weeks === null ? "" : `（共 ${weeks} 週）`}${day > 0 ? `，第 ${day} 天` : ""}`,

  ask: {
    declare: "要宣告這週不拿任何黑籌碼嗎？",
    leadBear: "只剩下熊了，讓牠出場吧。",
    lead: "由你開頭：選一張基準牌。",
    name: "要收集兔子，還是貓？",
    follow: (animal) => `請打出一張${kinds[animal]}。`,
    anything: (animal) => `手上沒有${kinds[animal]}，任何牌都可以出。`,
  },
  wait: {
    mine: "輪到你了。",
    leads: (who) => `今天由${who}開頭。`,
    for: (who) => `輪到${who}。`,
    ahead: (who) => (who === null ? "今天由你獲勝！" : `今天由${who}獲勝。`),
    bears: "大家都出熊，今天沒有人獲勝。",
    week: "這一週結束了。",
  },
  log: {
    week: (week, who) => `第 ${week} 週開始，由${who}開頭。`,
    declare: "宣告：這週不拿黑籌碼",
    decline: "不宣告",
    leadBear: "派出最後一張牌：熊",
    lead: (code, animal) => `以${card(code)} 為基準，收集${kinds[animal]}！`,
    play: (code) => `打出${card(code)}`,
    discards: (count) => `靠新物種丟掉先前的 ${black(count)}`,
    wins: (whites, blacks) => {
      const taken = [...(whites > 0 ? [white(whites)] : []), ...(blacks > 0 ? [black(blacks)] : [])].join("和 ");
      return taken === "" ? "贏得這一天" : `贏得這一天，拿走 ${taken}`;
    },
    takes: (count) => `拿到 ${white(count)}`,
    nobody: "大家都出熊，這天沒有人獲勝。",
    bearsOut: "所有的熊都出場了，這週提早結束。",
    broke: "沒守住宣告，這週 0 分",
    mostBlack: "的黑籌碼最多，這週 0 分",
    clean: (points) => `沒有黑籌碼，多得 ${points} 分`,
    scores: (scores) => `這週得分：${scores.map(({ who, points }) => `${who}\u00a0${points}\u00a0分`).join("、")}`,
  },
  moves: {
    declare: "我不拿黑籌碼！",
    decline: "不宣告",
    leadBear: "派出熊",
    lead: (code, animal) => `以${card(code)} 為基準，收集${kinds[animal]}`,
    play: (code) => `打出${card(code)}`,
  },
  no: {
    turn: "還沒輪到你。",
    turnOf: (who) => `還沒輪到你，現在是${who}的回合。`,
    moment: "請稍等一下。",
    declare: "請先決定要不要宣告，之後才出牌。",
    leadBear: "開頭時，熊只能當最後一張手牌打出。",
    bear: (animal) => `手上還有${kinds[animal]}時，不能出熊。`,
    follow: (code, kind, animal) => `${card(code)} 今天是${kinds[kind]}。手上有${kinds[animal]}時，必須打出${kinds[animal]}。`,
  },
  lessons: {
    aim: "歡迎來到分類場！白籌碼就是分數；黑籌碼是「過失」，如果只有你一人黑籌碼最多，整週就是 0 分。",
    declare: "每週開始前，可以宣告「不拿黑籌碼」。守住了加 3 分；只要拿到一枚，這週就是 0 分。不宣告則不加也不扣。",
    cards: "這些是你的動物。左上是耳朵長度，右下是尾巴長度；紅圈裡的數字是「責任」，也就是牌的強度。",
    lead: "今天由你開頭。點一張牌，就能透過圖表上的觀測鏡，看到其他動物跟牠相比算什麼。接著決定要收集兔子還是貓。",
    scope: "紅框的動物是今天的基準。跟牠比，耳朵一樣或較長、尾巴一樣或較短的是兔子，反過來是貓。兩樣都較長或都較短，就是新物種！",
    follow: "告示牌上寫著今天收集什麼。你手上有，就一定要出，並增加一枚白籌碼。變暗的牌現在不能出，點一下就知道原因。",
    bear: "現在可以出熊。出熊等於今天休息：不增加籌碼，也不拿籌碼。開頭時只有最後一張手牌能是熊，並改由下一位開頭。",
    free:
      "你手上沒有今天要收集的動物，所以任何牌都能出。出另一種動物，告示牌上加兩枚黑籌碼；出新物種，那張牌上放一枚。小心，贏家會全部拿走。",
    ahead: "皇冠標出目前領先的人。新物種勝過其他所有牌；同樣是新物種、或都不是時，責任大的贏，再相同則先出的贏。",
    taken:
      "一天結束了。如果所有人都出了要收集的動物，每人拿一枚白籌碼，贏家再多一枚；否則贏家拿走全部籌碼，黑的也算。隔天由贏家開頭。",
    black: "你拿到黑籌碼了。用新物種贏一天，就能丟掉之前幾天的黑籌碼；當天的還是要收下。",
    clean: "到目前為止沒有黑籌碼！保持到這週結束，就能加 2 分。",
    lacks: "玩家面前的小圖表，打叉的是他手上不可能有的動物：該跟出時，他沒有出。",
    week: "一週結算了：每枚白籌碼 1 分，但獨自擁有最多黑籌碼的人 0 分。籌碼歸還、重新發牌，由下一位開頭。",
  },
  captions: {
    card: "耳 3、尾 4，紅圈裡的 6 是責任。",
    scope: "基準是耳 4 尾 3。左上是兔子，右下是貓，另外兩個角落是新物種。",
    day: "收集兔子。第二張是兔子，第三張是貓：責任 7 的貓贏了，拿走 2 白 2 黑。",
    species: "不論責任多少，新物種都贏。拿走 2 枚白籌碼和自己的 1 枚黑籌碼，先前的黑籌碼則丟掉。",
    same: "全都是兔子：每人一枚白籌碼，最強的再多一枚。",
    points: "左：獨自黑籌碼最多，0 分。中：5 枚白籌碼，5 分。右：3 枚白、沒有黑，3 + 2 分。",
    bear: "熊休息一天。其他都是兔子，各拿一枚白籌碼，最強的再多一枚。",
  },

  kinds,
  many: kinds,
  card: (code, responsibility, kind) =>
    card(code) + (responsibility === undefined ? "" : `，責任 ${responsibility}`) + (kind ? `，今天是${kinds[kind]}` : ""),
  hand: "你的動物",
  sort: ["依耳朵長短排列", "依尾巴長短排列"],
  total: "分數",
  chart: (middle, kind) =>
    middle === null
      ? "動物圖表：越往上耳朵越長，越往右尾巴越長"
      : `貓兔觀測鏡，中心是${card(middle)}${kind ? `，今天是${kinds[kind]}` : ""}`,
  chartOf: (kind, codes) => `${kinds[kind]}：${animals(codes) || "無"}`,
  belt: "今天的牌，依出牌順序",
  empty: (name) => `${name}還沒出牌`,
  reference: "基準",
  referenceOf: (name) => `${name}，基準`,
  ahead: "領先",
  winner: "當天的贏家",
  bear: "熊",
  cardChips: (count) => `牌上有 ${black(count)}`,
  aside: (count) => `${count} 張牌蓋在一旁不用`,
  collect: "今天收集",
  nothingNamed: "今天是哪種動物？",
  pickFirst: "點一張牌，用觀測鏡看看。",
  asWhat: (code) => `基準：${card(code)}。收集……`,
  brings: (kind, whites, blacks, onCard) =>
    `${kinds[kind]}：${onCard ? "牌上放 " : ""}${[...(whites ? [white(whites)] : []), ...(blacks ? [black(blacks)] : [])].join("和 ")}`,
  display: (whites, blacks) => `告示牌上：${white(whites)}、${black(blacks)}`,
  white,
  black,
  cards: (count) => `${count} 張手牌`,
  declared: "宣告：不拿黑籌碼",
  declined: "沒有宣告",
  bearOut: "熊已經出場",
  lacks: (codes) => `確定沒有：${animals(codes)}`,
  weekOver: "這一週結束了",
  bearsOut: "熊全都出場了",
  mostBlack: "黑籌碼最多",
  clean: (points) => `無黑籌碼 +${points}`,
  broken: "宣告失敗",
  weekPoints: (points) => `這週 ${points} 分`,
};
