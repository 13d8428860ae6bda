import type { Errand, FamiliarTable } from "../../lib/api";
import { asksOf, coloursOf, errandOf, ledOf, leftOf, ROMAN, stepOf, valueOf, type Colour } from "./cards";
import type { GameWords } from "./words";

type Name = (seat: number) => string;

const COLOUR_NAMES: Record<Colour, string> = { R: "紅", B: "藍", G: "綠" };
const RATINGS = ["就這樣？", "馬馬虎虎", "有進步！", "太厲害了！", "最棒的使魔！"];

const names = (code: string): string[] => coloursOf(code).map((colour) => COLOUR_NAMES[colour]);
const card = (code: string): string => {
  const found = names(code);
  return `${found.length === 3 ? "三色" : found.length === 2 ? `${found.join("")}雙色` : `${found.join("")}色`} ${valueOf(code)}`;
};
const asks = (errand: Errand): string => asksOf(errand).map((ask) => `${COLOUR_NAMES[ask.colour]} ${ask.number}`).join("、");
const errand = (code: string): string => {
  const found = errandOf(code);
  return found ? asks(found) : code;
};
const worth = (code: string): string => {
  const found = errandOf(code);
  return found ? `${asks(found)}（${found.points} 分）` : code;
};

function first(phase: string): string {
  switch (phase) {
    case "exchange":
      return "請先決定大家要不要傳牌。";
    case "pass":
      return "請先從手牌選一張傳給左邊的玩家。";
    case "swap":
      return "請先決定差事：換掉一張，或全部保留。";
    case "draw":
      return "請先選擇下一張差事的牌堆。";
    default:
      return "現在正在打這一墩，請從手牌出一張牌。";
  }
}

export const zh: GameWords = {
  where: (table: FamiliarTable): string => `第 ${table.round} 輪，共 ${table.rounds} 輪`,

  prompt(table: FamiliarTable, legal: string[], me: number, name: Name): string {
    const seat = table.acting[0];
    if (seat === undefined) return table.phase === "count" ? "正在結算這一墩。" : "翻開新的差事。";
    const mine = seat === me && legal.length > 0;
    switch (table.phase) {
      case "exchange":
        return mine ? "你是首家。要讓大家傳牌嗎？" : `${name(seat)}正在決定要不要傳牌。`;
      case "pass":
        return mine ? `選一張牌傳給${name(leftOf(table, me))}。` : `${name(seat)}正在選牌傳給${name(leftOf(table, seat))}。`;
      case "swap":
        return mine ? "要換差事嗎？先選一張，再選牌堆。" : `${name(seat)}正在考慮換差事。`;
      case "draw":
        return mine ? "選擇下一張差事的牌堆。" : `${name(seat)}正在選新差事的牌堆。`;
      default:
        if (!mine) return `${name(seat)}正在選牌。`;
        return seat === table.lead ? "你是首家，任意出一張牌。" : "輪到你出牌了。";
    }
  },

  told(text: string, _seat: number, name: Name): string | null {
    const [verb = "", first = "", second = "", third = ""] = text.split(" ");
    switch (verb) {
      case "exchange":
        return "請大家傳一張牌給左邊的玩家";
      case "no":
        return first === "exchange" ? "決定不傳牌" : "保留所有差事";
      case "pass":
        return second ? `把${card(first)} 傳給${name(Number(second))}` : `傳一張牌給${name(Number(first))}`;
      case "swap":
        return `放回差事「${errand(first)}」，換一張等級 ${second} 的`;
      case "play":
        return `打出${card(first)}`;
      case "draw":
        return `選了等級 ${first} 的差事`;
      case "new":
        return first ? `抽到${card(first)}` : null;
      case "lead":
        return `首家是${name(Number(first))}。`;
      case "up":
        return `新差事：${worth(first)}`;
      case "round":
        return `第 ${first} 輪`;
      case "totals":
        return `合計：紅 ${first}、藍 ${second}、綠 ${third}。`;
      case "completed":
        return `完成差事：${worth(first)}！`;
      case "score":
        return `遊戲結束，總分 ${first} 分。`;
      default:
        return text;
    }
  },

  move(move: string, _name: Name): string {
    const [verb = "", first = "", second = ""] = move.split(" ");
    switch (verb) {
      case "exchange":
        return "傳牌";
      case "no":
        return first === "exchange" ? "不傳牌" : "不換差事";
      case "pass":
        return `傳出${card(first)}`;
      case "swap":
        return `把「${errand(first)}」換成等級 ${second}`;
      case "play":
        return `打出${card(first)}`;
      case "draw":
        return `翻一張等級 ${first} 的差事`;
      default:
        return move;
    }
  },

  whyNot(_code: string, table: FamiliarTable, legal: string[], me: number, name?: Name): string {
    const seat = table.acting[0];
    if (seat === undefined) return "請稍候，正在準備下一步。";
    if (seat !== me) return name ? `現在輪到${name(seat)}。` : "還沒輪到你。";
    const led = ledOf(table);
    if (table.phase !== "play" || led === null || legal.length === 0) return first(table.phase);
    const asked = names(led).map((colour) => `${colour}色`);
    return `首家出了${card(led)}：手上有${asked.join("或")}時，只能出${asked.join("、")}或三色牌。`;
  },
  whyNotErrand: (table: FamiliarTable): string =>
    table.phase === "play" ? "差事不用選：這一墩的合計達到要求，就會自動完成。" : first(table.phase),
  whyNotPile(level: number, table: FamiliarTable): string {
    if (table.phase !== "swap" && table.phase !== "draw") return first(table.phase);
    if (table.piles[level - 1]?.errands === 0) return "這個牌堆已經空了，請選別的。";
    return "請先選要放回的差事，再選新差事的牌堆。";
  },

  lessons: {
    aim: "三個人是同一隊，分數共享。一共打九墩，每墩每人出一張牌；三張牌的數字按顏色相加，就能完成女巫的差事。",
    errand: "這些就是差事。在同一墩裡達到上面所有數字就算完成，得到圓圈裡的分數。一墩可以同時完成好幾張。",
    exchange: "每墩開始前，首家可以決定「大家都傳一張牌給左邊」。手牌不適合眼前的差事時很有用，但你不知道會拿到什麼。",
    pass: "選一張牌傳給左邊的玩家，最好是差事用得到、他也出得了的牌。另一位玩家看不到你傳了什麼。",
    swap: "每墩開始前，首家可以換掉一張差事：先選一張不容易完成的，再選新差事的牌堆。等級越高越難，分數也越高。",
    lead: "你是首家，任何牌都可以出。其他人能跟同色就必須跟。不能商量，就用你的牌告訴隊友你想完成哪張差事。",
    follow: "你必須跟首家出的顏色。變暗的牌不能出，點一下就會告訴你原因。碰一下可以出的牌，就能看到差事會推進多少。",
    free: "現在不必跟任何顏色，出對差事最有幫助的牌吧。隊友也能從中猜到你的手牌。",
    two: "雙色牌在兩種顏色各算 2，也能跟其中任何一種顏色。如果只剩它能跟，就一定要出。",
    three: "三色牌在每種顏色各算 1。隨時都能出，也不強制出，是你的救命牌。",
    leader: "現在由這隻貓頭鷹當首家，因為牠上一墩出了能跟首家顏色的最大數字（如果選了另一種規則，就是所有牌中最大的）。",
    score: "完成差事了！分數是三個人共有的。達到 20、30、40、50 分時，女巫的評價會越來越好。",
    draw: "你成了首家，所以由你決定下一張差事從哪個牌堆來。I 簡單，II 分數較高，III 很難但分數最高。",
    cards: "抽牌堆用完了，手牌會越來越少，第九墩就是最後一墩。這裡列出所有打過的牌，空格就是還在某人手上的牌。",
  },

  thenPile: "再選新差事的牌堆。",
  letters: COLOUR_NAMES,
  card,
  played: (code: string, name: string): string => `${name}打出${card(code)}`,
  noCard: (name: string): string => `${name}還沒出牌`,
  lastTrick: (code: string): string => `上一墩：${card(code)}`,
  leads: "首家",
  hand: "你的手牌",
  sort: ["依顏色排列", "依數值排列"],
  cards: (count: number): string => `${count} 張手牌`,
  roman: (level: number): string => ROMAN[level] ?? String(level),
  errands: "差事",
  errand: (found: Errand, totals: readonly number[], done: boolean): string =>
    `等級 ${found.level} 的差事，${found.points} 分：${
      asksOf(found).map((ask) => `${COLOUR_NAMES[ask.colour]} ${totals[ask.index] ?? 0}／${ask.number}`).join("，")}${
      done ? "，完成！" : ""}`,
  replace: (found: Errand): string => `放回差事「${asks(found)}」（${found.points} 分）`,
  completed: (found: Errand): string => `${asks(found)}：${found.points} 分`,
  completedAll: "完成的差事",
  noneCompleted: "還沒完成任何差事",
  pile: (level: number, count: number, bottom: readonly string[]): string =>
    `等級 ${level} 的牌堆，${count} 張${bottom.length > 0 ? `；最底下是 ${bottom.map(errand).join("；")}` : ""}`,
  take: (move: string, pile: string): string => `${move}。${pile}`,
  under: (level: number): string => `${ROMAN[level] ?? level} 底下：`,
  drawPile: (count: number): string => `抽牌堆：${count} 張`,
  discards: "打過的牌",
  discarded: (code: string): string => `${card(code)}，已打出`,
  totals: "三張牌的合計",
  total: (colour: Colour, total: number): string => `${COLOUR_NAMES[colour]} ${total}`,
  score: (table: FamiliarTable): string => `分數：${table.score} 分。${RATINGS[stepOf(table)] ?? ""}`,
  ratings: RATINGS,
  rating: (table: FamiliarTable): string => RATINGS[stepOf(table)] ?? "",
  nextRating: (table: FamiliarTable): string | null => {
    const next = stepOf(table) + 1;
    return next < table.ladder.length ? `再 ${table.ladder[next]! - table.score} 分升級` : null;
  },
  over: "女巫算好分數了。",
};
