import type { CatsleTable } from "../../lib/api";
import { ledPart, mustFollow, partOf, placingCard, valueOf, type Part, type Stand } from "./parts";
import { whyNot } from "./reasons";
import type { GameWords } from "./words";

const COLOUR: Record<Part, string> = { R: "紅色", B: "藍色", G: "綠色", Y: "灰色", K: "黑色" };
const PART: Record<Part, string> = { R: "城門", B: "屋頂", G: "破風", Y: "城牆", K: "石基" };

const card = (code: string): string => `${COLOUR[partOf(code)]} ${valueOf(code)}`;
const full = (code: string): string => `${card(code)}（${PART[partOf(code)]}）`;
const piece = (part: Part): string => `${COLOUR[part]}${PART[part]}`;
const rank = (rank: number): string => `第${rank + 1}名`;
const place = (name: string): string => (name === "S" ? "廢料區" : `第 ${name} 欄`);
const STANDS: Record<Stand, (built: number, limit: number) => string> = {
  empty: (_, limit) => (limit === 0 ? "空的" : `空的，可放 ${limit} 張`),
  under: (built, limit) => `${limit} 張中已有 ${built} 張`,
  exact: (_, limit) => `${limit} 張剛好，完美`,
  over: (built, limit) => (limit === 0 ? `${built} 張` : `上限 ${limit} 張，已有 ${built} 張，超出 ${built - limit} 張`),
};

function asked(table: CatsleTable, legal: string[]): string {
  if (table.phase === "take") return "請拿一張牌來蓋。";
  if (table.phase === "place") {
    const code = placingCard(table);
    return code ? `請選擇${piece(partOf(code))}要蓋在哪裡。` : "請選擇位置。";
  }
  const led = ledPart(table);
  if (led === null) return "由你領出：任選一張牌。";
  return mustFollow(legal, led) ? `請跟${COLOUR[led]}。` : `你沒有${COLOUR[led]}：任選一張牌。`;
}

export const zh: GameWords = {
  card: full,
  takeable: (code) => `拿${full(code)}`,
  playable: (code) => `打出${full(code)}`,
  piece,
  letters: { R: "紅", B: "藍", G: "綠", Y: "灰", K: "黑" },
  rank,
  takes: (ranked, cards) => `第 ${ranked + 1} 名，${cards === 0 ? "不拿牌" : `拿 ${cards} 張`}`,
  led: "本墩首家",
  trick: "這一墩",
  notYet: (name) => `${name}還沒出牌`,
  taken: (code) => `${card(code)} 已被拿走`,
  extra: "額外牌",
  extraLeft: (left) => `額外牌堆還有 ${left} 張`,
  discard: "本輪不再使用的牌，牌面朝下",
  hand: "你的手牌",
  sort: ["依顏色排列", "依數字排列"],
  inHand: (cards) => `手牌 ${cards} 張`,
  lacks: (parts) => `沒有${parts.map((part) => COLOUR[partOf(part)]).join("、")}`,
  worth: (worth) => `城堡目前值 ${worth} 分`,
  total: "前幾輪的得分",
  blueprint: (name) => `${name}的藍圖`,
  column: (name, stand, built, limit, part) =>
    place(name) + (part ? `，${piece(part)}` : "") + `：${STANDS[stand](built, limit)}`,
  build: (name, part) => (name === "S" ? `把${piece(part)}丟到廢料區` : `把${piece(part)}蓋在${place(name)}`),
  scrap: "廢料",
  bonus: (perfect, bonus) => `${perfect} 個完美欄位，加 ${bonus} 分`,
  scored: (scored) => `本輪 ${scored} 分`,
  pictures: {
    players: ["小米", "阿湯", "小雪", "小玲"],
    box: "五種顏色，五種建材",
    ranking: "小米領出藍色。阿湯的 10 是最大的藍色，其次是小米的 6。兩張 12 之中，小玲較晚打出，排在前面。",
    takes: "各名次拿幾張",
    few: "3～4 人",
    five: "5 人",
    building: "藍色 10 會自動蓋到藍色屋頂那一欄。紅色 4 是新顏色，可以蓋在任何空位。",
    scoring: "城門 −1 分，其餘 2 + 3 + 2 分，兩個完美欄位加 1 分：共 7 分",
    perfect: "四個完美欄位的 9 張牌得 9 分，2 張廢料扣 2 分，獎勵 4 分：共 11 分",
  },
  where: (table, options) => {
    return `第 ${table.round}/${String(options.rounds ?? table.round)} 輪・第 ${table.trick}/${table.tricks} 墩`;
  },
  prompt: (table, legal, me, name) => {
    if (table.acting.includes(me)) return asked(table, legal);
    const who = table.acting.map(name).join("、");
    switch (table.phase) {
      case "play":
        return who ? `${who}正要${ledPart(table) ? "出牌" : "領出"}……` : "下一墩……";
      case "take":
        return who ? `${who}正在拿牌……` : "這一墩結束。";
      case "place":
        return who ? `${who}正在選位置……` : "蓋好一張牌。";
      default:
        return "城堡計分中。";
    }
  },
  told: (text, _seat, name) => {
    const [what, ...rest] = text.split(" ");
    const first = rest[0] ?? "";
    switch (what) {
      case "play":
        return `打出${card(first)}`;
      case "take":
        return `拿走${card(first)}`;
      case "builds":
        return null; // seen on the board, and no news to who listens
      case "place":
        return first === "S" ? "把它丟到廢料區" : `把它蓋在${place(first)}`;
      case "round":
        return `第 ${first} 輪，由${name(Number(rest[2]))}開始。`;
      case "extra":
        return `額外牌是${card(first)}。`;
      case "scores":
        return `本輪得分：${rest.map((scored, seat) => `${name(seat)}\u00a0${scored}\u00a0分`).join("、")}`;
      default:
        return text;
    }
  },
  move: (move) => {
    const [what, about = ""] = move.split(" ");
    switch (what) {
      case "play":
        return `打出${card(about)}`;
      case "take":
        return `拿${card(about)}`;
      case "place":
        return about === "S" ? "丟到廢料區" : `蓋在${place(about)}`;
      default:
        return move;
    }
  },
  whyNot: whyNot({
    turn: (who) => (who === null ? "現在還沒輪到你。" : `現在輪到${who}。`),
    wait: "請稍等一下。",
    follow: (part) => `這墩領出的是${COLOUR[part]}：手上還有${COLOUR[part]}時，一定要跟${COLOUR[part]}。`,
    takeFirst: "請先從這一墩拿牌。手牌要等下一墩再打。",
    placeFirst: (part) => `請先選擇${piece(part)}要蓋在哪裡。`,
    later: "要等所有人都出牌後，才能從這一墩拿牌。",
    occupied: (name, part) => `${place(name)}已經有${piece(part)}，每個位置只能放一種顏色。請選空位。`,
  }),
  lessons: {
    aim: "歡迎來到築城工地！藍圖的每一欄，都要蓋到剛好符合下方數字的張數。蓋太多的欄位會扣分。",
    lead: "這一墩由你領出，任選一張牌。其他人手上有同色的牌，就必須跟。",
    follow: "別人已經領出了。手上還有那個顏色時，一定要跟。變暗的牌現在不能打，點一下就會告訴你原因。",
    void:
      "你沒有領出的顏色，所以什麼牌都能打。不過名次一定排在領出顏色之後；" +
      "其餘的牌比大小，數字相同時，較晚打出的排前面。",
    ranks: "牌的名次決定你要蓋多少：第 1 名從這一墩拿一張，第 2 名必須拿兩張，其他人不拿。現在你想要幾張呢？",
    ranksFive:
      "牌的名次決定你要蓋多少：第 1、2 名各從這一墩拿一張，第 3 名必須拿兩張，其他人不拿。現在你想要幾張呢？",
    extra: "三人遊戲時，每一墩都會從額外牌堆翻開一張。它不排名次，但可以拿來蓋。",
    takeOne: "你的名次可以拿一張牌。拿了馬上就要蓋，所以選個還有空間的顏色吧。",
    takeTwo: "你的名次要拿兩張牌，一張一張拿，就算不合用也不能拒絕。通常拿兩張的人會領出下一墩。",
    place: "這是你城堡裡的新顏色，選一個空位吧。之後同色的牌都會自動蓋在那裡，先想想還會來幾張。",
    scrap: "廢料區也能放一種顏色，張數不限，但每張扣 1 分，也永遠不算完美欄位。",
    perfect: "完美的一欄！本輪結束時，有 2、3、4 個完美欄位，分別加 1、2、4 分。再多一張同色的牌就破功囉。",
    over: "這一欄蓋太多了：每超出一張扣 1 分，同一欄其他的牌也都不計分。",
    known: "小城堡旁的數字是城堡目前的分數，名字旁的數字是前幾輪的得分。劃掉的圖案表示那位玩家手上已經沒有那個顏色。",
    scoring: "這一輪快結束了。沒有超出的欄位每張 1 分；超出的牌和廢料每張扣 1 分。每輪最低 0 分。",
    newRound: "新的一輪：城堡的分數已經加到名字旁的得分，藍圖也清空了。起始玩家順時針換到下一位。",
  },
};
