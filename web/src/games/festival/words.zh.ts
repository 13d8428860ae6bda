import { numberOf, suitOf, type Icon, type Season, type Suit } from "./seasons";
import type { Phrases } from "./words.en";

const SUITS: Record<Suit, string> = { Sp: "春", Su: "夏", Fa: "秋", Wi: "冬", Y: "萬" };
const ICONS: Record<Icon, (many: number) => string> = {
  fish: (many) => `${many} 條魚`, booze: (many) => `${many} 杯酒`, crow: (many) => `${many} 隻烏鴉`,
};

const suit = (code: string): string => SUITS[suitOf(code)];
const card = (code: string): string => `${suit(code)} ${numberOf(code)}`;
const list = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? "") : `${parts.slice(0, -1).join("、")}和${parts.at(-1)}`;
const row = (parts: readonly string[]): string => parts.join("、");
const suits = (codes: readonly string[]): string => row(codes.map(suit));
const signed = (points: number | string): string => String(points).replace("-", "−");
const icons = (icon: Icon, many: number): string => ICONS[icon](many);

export const zh: Phrases = {
  list,
  where: (deal, games, extra, round, rounds) => {
    const which = extra ? `第 ${deal} 局・加賽` : games > 0 ? `第 ${deal} 局（共 ${games} 局）` : `第 ${deal} 局`;
    return round > 0 ? `${which} 第 ${round}/${rounds} 輪` : which;
  },

  did: {
    play: (code) => `打出${card(code)}`,
    take: (code) => `拿走${card(code)}`,
    keepCard: (code) => `留下自己的${card(code)}`,
    noMore: (seasons) => `已經沒有${suits(seasons)}了`,
    tokens: (seasons) => `拿了${suits(seasons)}的標記`,
    swap: (code) => `的烏鴉叼走${card(code)}`,
    keep: "決定保留手牌",
    redeal: "亮出三隻烏鴉，要求重新發牌",
    start: (who) => `指定${who}當起始玩家`,
    multiplier: (code) => `選了倍率卡 ${code}`,
  },
  happened: {
    deal: (deal, low, high) => `第 ${deal} 局，場牌是${card(low)} 和${card(high)}。`,
    start: (who) => `抽籤結果：${who}當起始玩家。`,
    chooser: (who) => `抽籤結果：由${who}決定起始玩家。`,
    order: (who) => `抽籤決定選季節的順序：${who}。`,
    first: (who) => `抽籤結果：${who}先拿標記。`,
    dummyPlays: (code) => `虛擬玩家翻出${card(code)}。`,
    dummyTakes: (code) => `虛擬玩家拿走${card(code)}。`,
    dummyKeeps: (code) => `虛擬玩家留下自己的${card(code)}。`,
    swap: (crow, yorozu) => `${card(crow)} 的烏鴉和${card(yorozu)} 交換位置。`,
    scores: (each) => `這一局結束：${each.join("、")}。`,
    score: (who, points) => `${who}\u00a0${signed(points)}\u00a0分`,
  },
  moves: {
    play: (code) => `打出${card(code)}`,
    swap: (code) => `和${card(code)} 交換`,
    keep: "保留這手牌",
    redeal: "要求重新發牌",
    start: (who) => `由${who}開始`,
    multiplier: (code) => `選倍率卡 ${code}`,
    tokens: (seasons) => `拿${suits(seasons)}`,
    token: (season) => `拿${suit(season)}的標記`,
  },

  asked: {
    offer: "好多烏鴉！要保留這手牌嗎？",
    start: "由你決定：誰先開始？",
    multiplier: "請選一張倍率卡。",
    tokens: "請拿三個季節標記。",
    token: "請拿一個季節標記。",
    yorozu: "你拿到了萬牌，請拿一個季節標記。",
    swap: "你的烏鴉要叼走哪一張？",
    play: "請選一張牌。",
    last: "請打出最後一張牌。",
  },
  awaited: {
    reveal: "大家一起翻牌！",
    crow: "嘎！烏鴉叼走了萬牌。",
    take: "每張牌都找到了主人。",
    scores: "這一局結束了。",
    drunk: (who) => `喝太多了：${who}。這一局結束了。`,
    shuffle: "正在洗牌。",
    deal: "正在發牌……",
    play: "大家正在暗選一張牌。",
    start: (who) => `${who}正在決定誰先開始……`,
    multiplier: (who) => `${who}正在選倍率卡……`,
    tokens: (who) => `${who}正在拿三個季節標記……`,
    token: (who) => `${who}正在拿季節標記……`,
    swap: (who) => `${who}的烏鴉東張西望……`,
  },
  why: {
    closed: (season, shows, open) =>
      `場上有${shows.map(card).join(" 和")}，所以${SUITS[season]}是關閉的。` +
      `手上還有${suits(open)}的牌時，只能出${suits(open)}或萬牌。`,
    offer: "請先決定要不要保留這手牌。",
    start: "請先決定由誰開始。",
    multiplier: "請先選一張倍率卡，之後才會開始出牌。",
    tokens: "請先拿季節標記，之後才會開始出牌。",
    swap: "請先選烏鴉要叼走哪一張萬牌。",
    onlyYorozu: "烏鴉只叼萬牌，請選萬 0 或萬 13。",
    twoTokens: (season) => `你已經有兩個${SUITS[season]}的標記了，同一季節最多兩個。`,
    noTokens: (season) => `${SUITS[season]}的標記已經拿完了。`,
    notYet: "現在還沒輪到你。",
    waitFor: (who) => `現在輪到${who}，請稍等一下。`,
  },

  lessons: {
    aim: "歡迎來到貓咪祭典！多收集魚，每條 1 分。酒喝一、兩杯，每杯 2 分，但千萬別喝第三杯。烏鴉每隻扣 1 分。",
    offer: "你拿到三張以上的烏鴉。你可以要求全部重新發牌，喜歡的話也可以保留。",
    start: "你的總分最低，所以由你決定誰先選倍率卡。越晚選的人，看到的資訊越多。",
    multiplier:
      "倍率卡決定這一局裡各季節的魚怎麼算：有的加倍，有的照算，有的反而扣分。選一張最適合手牌的吧，用過的在這一局結束後棄掉。",
    tokens: "你有幾個某季節的標記，那個季節的魚就乘以幾倍。請選三個不同的季節，沒選到的那一季，魚在這一局算 0 分。",
    token: "再拿一個標記。同一季節有兩個，魚就算兩倍；不能拿第三個。",
    seasons: "兩張場牌的季節是關閉的。請出燈籠亮著的季節，或是萬牌。點一下變暗的牌，就會告訴你為什麼不能出。",
    play:
      "大家同時選一張牌。牌最大的人拿走右邊的場牌，最小的人拿走左邊的場牌，其他人拿回自己出的那張。" +
      "最大和最小的那兩張，就是下一輪的場牌。",
    dummy: "三人遊戲時，第四張牌由虛擬玩家出。它會在你選牌之前先翻開，好好利用吧。",
    places: "這裡是你拿到的東西：酒、魚、烏鴉，以及這一局目前的分數。名字旁邊的數字是前幾局的總分。",
    free: "你沒有任何開放季節的牌，所以什麼都能出。不過只要出的不是萬牌，大家就會知道你缺哪些季節。",
    noMore: "打叉的季節表示：那個人已經沒有這個季節的牌了。還沒出現的，都在別的地方。",
    two: "你已經喝了兩杯。再喝第三杯，這一局就馬上結束，酒不計分，魚的分數也只剩一半！",
    yorozu: "你有一張萬牌，隨時都可以出。0 是最小，13 是最大；不過誰拿走它，誰就要喝一杯。",
    crow: "你有一張烏鴉。如果同一輪有人出萬牌，在拿牌之前，烏鴉會先和萬牌交換位置。",
    swap: "兩張萬牌，加上你的烏鴉！選一張來交換：它會變成你的牌，你的烏鴉則變成對方的牌。",
    ties: "你有兩張數字相同的牌。數字相同時，貓比較多的比較大：春 4 隻、夏 3 隻、秋 2 隻、冬 1 隻。",
    scored: "這一局的分數算好了，大家在這條路上前進。有人走到魚的位置，或打完約定的局數，遊戲就結束，總分最高的人獲勝。",
  },

  suits: SUITS,
  letters: SUITS,
  card: (code, its) =>
    [card(code), ...[...new Set(its)].map((icon) => icons(icon, its.filter((one) => one === icon).length))].join("，"),
  faceDown: "一張蓋著的牌",
  open: "開放",
  closed: "關閉",
  season: (season: Season, isOpen) => `${SUITS[season]}是${isOpen ? "開放" : "關閉"}的`,
  faceUp: "場牌",
  lower: "較小",
  higher: "較大",
  lowest: "最小",
  highest: "最大",
  played: (name) => `${name}出的牌`,
  nothingYet: "還沒出牌",
  dummy: "虛擬玩家",
  dummyDeck: (cards) => `牌庫 ${cards} 張`,
  hand: "你的手牌",
  sort: ["依季節排列", "依數字排列"],
  taken: "拿到的牌",
  icons,
  cups: (booze, drunk) => (booze >= drunk ? `${booze} 杯酒，喝太多了` : `${booze} 杯酒（${drunk} 杯就太多）`),
  worth: "這一局目前的分數",
  total: "前幾局的總分",
  points: (points) => signed(points),
  signed: (points) => (points > 0 ? `+${points}` : signed(points)),
  noMore: (season) => `手上已經沒有${SUITS[season]}`,
  times: (times) => `×${signed(times)}`,
  fishCount: (season, fish, times) => `${SUITS[season]}：${fish} 條魚，每條 ${signed(times)} 分`,
  both: (parts) => parts.join("。"),
  multiplier: (code, each) => `倍率卡 ${code}：${row(each)}`,
  seasonTimes: (season, times) => `${SUITS[season]} ${signed(times)} 倍`,
  multipliersLeft: (left) => `還有 ${left} 張倍率卡`,
  token: (season) => `${suit(season)}的標記`,
  supply: "可以拿的標記",
  left: (many) => `剩 ${many}`,
  order: "順序",
  swapWith: (code) => `用烏鴉換${card(code)}`,
  caw: "嘎！",
  track: (target, each) => `${target > 0 ? `前往 ${target} 分的路` : "目前的分數"}：${each.join("、")}`,
  at: (name, points) => `${name}\u00a0${signed(points)}\u00a0分`,
  aid: {
    open: "玩家輔助卡",
    play: "所有人蓋著出一張開放季節的牌或萬牌。場牌上的季節是關閉的。如果沒有任何開放季節的牌，什麼都可以出。",
    take:
      "出最小牌的人拿較小的場牌，出最大牌的人拿較大的場牌，其他人拿回自己的牌。" +
      "最小和最大的那兩張成為新的場牌。",
    ties: "數字相同時，貓多的比較大。",
    cats: (season, cats) => `${SUITS[season]}：${cats} 隻`,
    fish: "每條 1 分",
    fishTimes: "每條 1 分，再乘以該季節的倍率",
    booze: "每杯 2 分。喝到第三杯，這一局就結束，酒不計分，魚的分數減半",
    crow: "每隻 −1 分。會和同一輪的萬牌交換位置（有好幾隻時，數字最接近的那隻）",
    yorozu: "隨時可以出，不會關閉任何季節",
    noMore: "已經沒有這個季節的牌",
  },

  pictures: {
    names: ["小米", "阿湯", "小雪", "小玲"],
    cards: "春 1 有兩條魚，夏 3 有酒，秋 7 有烏鴉，萬 13 有酒。",
    seasons: "場牌是夏 4 和冬 9，所以夏和冬是關閉的，春和秋是開放的。",
    round:
      "小玲的春 3 最小，拿走夏 4；小雪的秋 11 最大，拿走冬 9。" +
      "小米和阿湯拿回自己的牌，阿湯喝了一杯。下一輪的場牌是春 3 和秋 11。",
    crow: "小米的冬 8 烏鴉叼走阿湯的萬 13：現在萬 13 算小米的，冬 8 算阿湯的。",
    scoring: "三條魚 3 分，一杯酒 2 分，一隻烏鴉 −1 分，共 4 分。",
    drunk: "三杯酒！五條魚的分數減半、無條件進位得 3 分，酒 0 分，一隻烏鴉 −1 分，共 2 分。",
    multiplier: "倍率卡 A1：春的兩條魚算 4 分，夏的一條魚 −1 分，秋的一條魚 1 分，共 4 分。",
    tokens: "兩個春的標記、一個秋的標記：春的兩條魚算 4 分，秋的一條魚 1 分，夏的魚 0 分，共 5 分。",
  },
};
