import type { AhoyTable } from "../../lib/api";
import { pawOfCharacter, read, seatOf } from "./moves";
import { COLOURS, countOf, type Colour } from "./pieces";
import { asked, reason, type Reason } from "./situation";
import type { AhoyWords, Name } from "./words";

const FISH: Record<Colour, string> = { R: "紅", Y: "黃", B: "藍", W: "白" };
const paw = (which: string): string => (which === "L" ? "左爪" : "右爪");

/** 「紅魚 2 條、白魚 1 條」 */
const pile = (fish: string): string =>
  COLOURS.filter((colour) => countOf(fish, colour) > 0)
    .map((colour) => `${FISH[colour]}魚 ${countOf(fish, colour)} 條`)
    .join("、");

/** Latin letters keep their distance from Chinese characters. */
const within = (name: string): string => name.replace(/^[!-~]/, " $&").replace(/[!-~]$/, "$& ");
const tidy = (text: string): string => text.replace(/ +/g, " ").trim();

function pirate(character: number, paws: boolean, name: Name): string {
  const owner = within(name(seatOf(character, paws)));
  return paws ? `${owner}的${paw(pawOfCharacter(character))}` : owner;
}

function told(text: string, name: Name): string {
  const { paw: which, what, rest } = read(text);
  const by = which ? `用${paw(which)}` : "";
  switch (what) {
    case "fish":
      return `${by}指向 ${rest} 號海域`;
    case "steal":
      return tidy(`${by}指向${pirate(Number(rest), which !== null, name)}`);
    case "protect":
      return `${by}守住漁獲`;
    case "supply":
      return `把接下來的魚補到 ${rest} 號海域`;
    case "caught":
      return `${by}釣到${pile(rest)}`;
    case "stole": {
      const [fish = "", from = ""] = rest.split(" from ");
      return tidy(`${by}從${pirate(Number(from), which !== null, name)}那裡偷走${pile(fish)}`);
    }
    case "claimed":
      return `${by}把${pile(rest)}收進寶箱`;
    case "ocean": {
      const [ocean, fish = ""] = rest.split(" ");
      return `${ocean} 號海域補上${pile(fish)}。`;
    }
    case "turn": {
      const last = rest.includes("last") ? "袋子空了，這是最後一回合！" : "";
      const passes = rest.includes("passes") ? "大家都在海上，這回合直接跳過。" : "";
      return `第 ${Number.parseInt(rest)} 回合開始。${last}${passes}`;
    }
    case "paws": {
      const [, left, , right] = rest.split(" ");
      return `左爪 ${left} 分，右爪 ${right} 分`;
    }
    case "scores":
      return `遊戲結束：${rest.split(" ").map((score, seat) => `${name(seat)}\u00a0${score}\u00a0分`).join("、")}。`;
    default:
      return text;
  }
}

function move(text: string, name: Name): string {
  const { paw: which, what, rest } = read(text);
  const by = which ? `${paw(which)}：` : "";
  switch (what) {
    case "fish":
      return `${by}到 ${rest} 號海域釣魚`;
    case "steal":
      return tidy(`${by}偷${pirate(Number(rest), which !== null, name)}的魚`);
    case "protect":
      return `${by}守住漁獲`;
    case "supply":
      return `把魚補到 ${rest} 號海域`;
    default:
      return text;
  }
}

function prompt(table: AhoyTable, legal: string[], me: number, name: Name): string {
  const now = asked(table, legal, me);
  switch (now.what) {
    case "supply":
      return "袋子裡的魚不夠了：接下來補到哪片海域？";
    case "count":
      return now.atSea ? "你在海上，由其他人指……" : "三、二、一……喲吼！";
    case "wait": {
      const whom = now.others.length === 0 || now.others.length > 3 ? "其他玩家" : now.others.map(name).join("、");
      return tidy(`${now.atSea ? "這回合你在海上。" : ""}等待${within(whom)}中……`);
    }
    case "point": {
      const targets = ["一片海域", ...(now.steal ? ["一名海盜"] : []), ...(now.protect ? ["自己的漁獲"] : [])];
      const at = targets.length < 2 ? targets[0] : `${targets.slice(0, -1).join("、")}或${targets.at(-1)}`;
      return `${now.paw ? `${paw(now.paw)}：` : ""}指向${at}。`;
    }
  }
}

const REASONS: Record<Reason, string> = {
  atSea: "你上回合守住了漁獲，所以這回合在海上；下回合就能再指了。",
  banker: "現在正在補魚，補完大家再一起指。",
  supplying: "現在還不能指：請先選要補魚的海域。",
  supplied: "這片海域已經補過魚了，請選別片。",
  first: "第一回合大家都只能釣魚，請選一片海域。",
  empty: "這塊板子上沒有魚，沒有東西可守。",
  wait: "現在還不能選。",
};

export const zh: AhoyWords = {
  where: (table) => `第 ${table.turn} 回合${table.bag === "" ? "（最後一回合）" : ""}`,
  prompt,
  told: (text, _seat, name) => told(text, name),
  move,
  whyNot: (code, table, legal, me) => REASONS[reason(code, table, legal, me)],
  supplies: (banker) => tidy(`現在由${within(banker)}決定把魚補到哪片海域，補完大家再一起指。`),
  oceanNames: ["沙丁魚海", "午睡灣", "鬍鬚海峽", "毛線灣", "貓薄荷岬"],
  ocean: (number, fish, move) => `${move || `${number} 號海域`}：${pile(fish) || "沒有魚"}`,
  tile: (one, owner, mine, move) =>
    [
      move || (one.paw ? tidy(`${within(owner)}的${paw(one.paw)}`) : owner),
      ...(mine ? ["你"] : []),
      ...(one.ship ? ["這回合在海上"] : []),
      `板子上：${pile(one.tile) || "沒有魚"}`,
      `寶箱：${pile(one.claimed) || "沒有魚"}`,
      `${one.worth} 分`,
    ].join("，"),
  pawShort: paw,
  choosing: "現在用這隻指",
  atSea: "在海上",
  atRisk: "可能被偷",
  safe: "安全",
  worth: (points) => `${points} 分`,
  bagHolds: (fish) => (fish === "" ? "袋子空了" : `袋子裡還有：${pile(fish)}`),
  lastTurn: "最後一回合",
  aid: (worth) => `魚的分數：紅、黃、藍一組 ${worth.set} 分，白魚每條 ${worth.white} 分，其他每條 ${worth.single} 分`,
  lower: "以分數較低的那隻爪子計分",
  passes: "大家都在海上，這回合直接跳過。",
  points: "目前的分數",
  lessons: {
    supply: "袋子裡的魚不夠補滿所有海域，而你負責補魚。請選下一片海域：它會拿到應得的數量，不夠就拿剩下的全部。",
    last: "袋子空了，這是最後一回合。板子上和寶箱裡的魚都算分：要守住，還是再出手一次？",
    aim: "船長你好！收集最有價值的魚：紅、黃、藍一組 5 分，白魚每條 2 分，其他每條 1 分。",
    paws: "兩人遊戲時，每人帶兩隻貓：先用左爪指，再用右爪指。最後只算分數較低的那隻，所以兩邊都要顧好！",
    fish: "第一回合大家都釣魚：請指一片海域。只有你指那裡，魚就全歸你；兩人以上指同一片，誰都拿不到。",
    secret: "大家偷偷選好，再同時伸出爪子。想想別人會往哪裡指吧！",
    missed: "兩手空空？因為有別的爪子也指了同一片海域，魚就留在原地了。找找別人沒注意到的地方吧。",
    risk: "釣到的魚放在你的板子上。它們算分，但還不安全：如果你沒有防守，又剛好只有一個人指你，魚就會全被拿走。",
    steal: "現在起你也可以指別的海盜。只有你指他，而他又沒有防守，他板子上的魚就全歸你。",
    protect: "指自己的板子就是防守：上面的魚全部收進寶箱，到遊戲結束都安全。代價是下回合要休息。",
    chest: "寶箱裡的魚到最後都是你的，誰也拿不走。防守的海盜要出海一回合，之後再回來。",
    ship: "看到船了嗎？上回合防守的海盜這回合在海上，不能指：少了一個對手。他的板子上也沒有魚可偷。",
    refill: "每回合結束後會從袋子補魚：還有魚的海域補 1 條，空的補 2 條。袋子旁的數字就是還沒出現的魚。",
    set: "你還差一種顏色就湊成一組：三條魚會從 3 分變成 5 分。名字旁的數字是你目前所有魚的分數。",
  },
  pictures: {
    point: "紅帽船長獨自一人，兩條魚都歸他。另外兩位指了同一片海域，什麼都拿不到。",
    steal: "上：獨自指向沒有防守的海盜，偷走板子上所有的魚。下：對方防守，什麼都偷不到。",
    protect: "防守時魚收進寶箱；下一回合在海上；再下一回合回來。",
    refill: "還有魚的海域補 1 條，空的海域補 2 條。",
    score: "兩組、一條紅魚、一條白魚：10＋1＋2＝13 分。",
    paws: "左爪 7 分，右爪 5 分：這位玩家得 5 分。",
  },
};
