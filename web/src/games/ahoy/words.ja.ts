import type { AhoyTable } from "../../lib/api";
import { pawOfCharacter, read, seatOf } from "./moves";
import { COLOURS, countOf, type Colour } from "./pieces";
import { asked, reason, type Reason } from "./situation";
import type { AhoyWords, Name } from "./words";

const FISH: Record<Colour, string> = { R: "赤", Y: "黄", B: "青", W: "白" };
const hand = (paw: string): string => (paw === "L" ? "左手" : "右手");

/** 「赤2匹・白1匹」 */
const pile = (fish: string): string =>
  COLOURS.filter((colour) => countOf(fish, colour) > 0)
    .map((colour) => `${FISH[colour]}${countOf(fish, colour)}匹`)
    .join("・");

function pirate(character: number, paws: boolean, name: Name): string {
  const owner = name(seatOf(character, paws));
  return paws ? `${owner}の${hand(pawOfCharacter(character))}` : owner;
}

/** The log writes the name before it: hence the particle. */
function told(text: string, name: Name): string {
  const { paw, what, rest } = read(text);
  const by = paw ? `${hand(paw)}で` : "";
  switch (what) {
    case "fish":
      return `が${by}${rest}番の海を指した`;
    case "steal":
      return `が${by}${pirate(Number(rest), paw !== null, name)}を指した`;
    case "protect":
      return `が${by}獲物を守った`;
    case "supply":
      return `が${rest}番の海に魚を補充した`;
    case "caught":
      return `が${by}${pile(rest)}を釣り上げた`;
    case "stole": {
      const [fish = "", from = ""] = rest.split(" from ");
      return `が${by}${pirate(Number(from), paw !== null, name)}から${pile(fish)}を横取りした`;
    }
    case "claimed":
      return `が${by}${pile(rest)}を宝箱にしまった`;
    case "ocean": {
      const [ocean, fish = ""] = rest.split(" ");
      return `${ocean}番の海に${pile(fish)}が加わった。`;
    }
    case "turn": {
      const last = rest.includes("last") ? "袋は空、これが最終ターン！" : "";
      const passes = rest.includes("passes") ? "全員が出航中なので、そのまま終了。" : "";
      return `第${Number.parseInt(rest)}ターン開始。${last}${passes}`;
    }
    case "paws": {
      const [, left, , right] = rest.split(" ");
      return `は左手${left}点、右手${right}点`;
    }
    case "scores":
      return `ゲーム終了：${rest.split(" ").map((score, seat) => `${name(seat)}\u00a0${score}点`).join("、")}。`;
    default:
      return text;
  }
}

function move(text: string, name: Name): string {
  const { paw, what, rest } = read(text);
  const by = paw ? `${hand(paw)}：` : "";
  switch (what) {
    case "fish":
      return `${by}${rest}番の海で釣る`;
    case "steal":
      return `${by}${pirate(Number(rest), paw !== null, name)}から横取りする`;
    case "protect":
      return `${by}獲物を守る`;
    case "supply":
      return `${rest}番の海に補充する`;
    default:
      return text;
  }
}

function prompt(table: AhoyTable, legal: string[], me: number, name: Name): string {
  const now = asked(table, legal, me);
  switch (now.what) {
    case "supply":
      return "袋の魚が足りません。次はどの海に補充しますか？";
    case "count":
      return now.atSea ? "あなたは出航中。ほかのみんなが指します……" : "3、2、1……ヨーホー！";
    case "wait": {
      const whom = now.others.length === 0 || now.others.length > 3 ? "ほかの人" : now.others.map(name).join("、");
      return `${now.atSea ? "このターンは出航中です。" : ""}${whom}を待っています……`;
    }
    case "point": {
      const targets = ["海", ...(now.steal ? ["ほかの海賊"] : []), ...(now.protect ? ["自分の獲物"] : [])];
      return `${now.paw ? `${hand(now.paw)}で` : ""}${targets.join("か")}を指してください。`;
    }
  }
}

const REASONS: Record<Reason, string> = {
  atSea: "前のターンに獲物を守ったので、このターンは出航中です。次のターンにまた指せます。",
  banker: "いまは海に魚を補充しているところです。終わったら、また全員で指します。",
  supplying: "いまは指す番ではありません。まず、魚を補充する海を選んでください。",
  supplied: "この海にはもう補充しました。別の海を選んでください。",
  first: "最初のターンは全員が釣りをします。海を選んでください。",
  empty: "このタイルには魚がいないので、守るものがありません。",
  wait: "いまは選べません。",
};

export const ja: AhoyWords = {
  where: (table) => `第${table.turn}ターン${table.bag === "" ? "（最終）" : ""}`,
  prompt,
  told: (text, _seat, name) => told(text, name),
  move,
  whyNot: (code, table, legal, me) => REASONS[reason(code, table, legal, me)],
  supplies: (banker) => `いまは${banker}が魚を補充する海を選んでいます。終わったら、また全員で指します。`,
  oceanNames: ["イワシ海", "ひるね湾", "おひげ海峡", "毛糸の入り江", "マタタビ岬"],
  ocean: (number, fish, move) => `${move || `${number}番の海`}：${pile(fish) || "魚なし"}`,
  tile: (one, owner, mine, move) =>
    [
      move || (one.paw ? `${owner}の${hand(one.paw)}` : owner),
      ...(mine ? ["あなた"] : []),
      ...(one.ship ? ["このターンは出航中"] : []),
      `タイルの上：${pile(one.tile) || "なし"}`,
      `宝箱：${pile(one.claimed) || "なし"}`,
      `${one.worth}点`,
    ].join("、"),
  pawShort: hand,
  choosing: "いま指す手",
  atSea: "出航中",
  atRisk: "横取りされるかも",
  safe: "安全",
  worth: (points) => `${points}点`,
  bagHolds: (fish) => (fish === "" ? "袋は空" : `袋の残り：${pile(fish)}`),
  lastTurn: "最終ターン",
  aid: (worth) => `魚の点数：赤・黄・青のセットは${worth.set}点、白は1匹${worth.white}点、ほかは1匹${worth.single}点`,
  lower: "点の低いほうの手が得点になる",
  passes: "全員が出航中。このターンは何も起こりません。",
  points: "現在の点数",
  lessons: {
    supply:
      "袋の魚が足りなくなりました。補充係はあなたです。次に補充する海を選びましょう。" +
      "その海には決まった数（足りなければ残り全部）が入ります。",
    last: "袋が空になったので、これが最終ターン。タイルの上の魚も宝箱の魚も得点になります。守りきるか、もうひと稼ぎするか？",
    aim: "ようこそ、船長！価値のある魚をいちばん集めた人の勝ちです。赤・黄・青のセットは5点、白は1匹2点、ほかは1匹1点。",
    paws: "2人で遊ぶときは、ねこを2匹ずつ率います。左手、右手の順に指しましょう。最後は点の低いほうだけが得点になるので、両方大事に！",
    fish: "最初のターンは全員が釣りをします。海を1つ指しましょう。自分だけなら魚は全部あなたのもの。2人以上が同じ海を指すと、だれももらえません。",
    secret: "全員がこっそり選んで、いっせいに指します。ほかの海賊がどこを狙うか、読んでみましょう！",
    missed: "魚がとれませんでしたか？ほかの手も同じ海を指したので、魚は海に残りました。みんなが見落としそうな場所を探しましょう。",
    risk: "とった魚はタイルの上にあります。得点にはなりますが、まだ安全ではありません。守らずにいて、だれか1人だけに指されると全部とられます。",
    steal: "ここからは、ほかの海賊も指せます。指したのが自分だけで、相手が守っていなければ、タイルの魚を全部横取りできます。",
    protect: "自分のタイルを指すと獲物を守れます。タイルの魚は全部宝箱に入って、ゲーム終了まで安全。そのかわり、次のターンは休みです。",
    chest: "宝箱の魚は最後まであなたのもの。だれにもとられません。守った海賊は1ターン出航して、そのあとまた戻ってきます。",
    ship: "船に乗っている海賊は、前のターンに守ったので今は指せません。ライバルが1人減りました。タイルに魚もいないので、狙ってもむだです。",
    refill: "ターンが終わるたびに、袋から魚が補充されます。魚が残っている海には1匹、空の海には2匹。袋の横の数字が、残りの魚です。",
    set: "あと1色でセットが完成！そろえば3匹で3点ではなく5点になります。名前の横の数字は、いま持っている魚全部の点数です。",
  },
  pictures: {
    point: "赤い帽子の船長は1人だけなので、魚を2匹とももらえる。あとの2人は同じ海でぶつかって、何ももらえない。",
    steal: "上：守っていない相手を1人だけで指すと、タイルの魚を全部横取り。下：守っている相手からは何もとれない。",
    protect: "守ると魚は宝箱へ。次のターンは出航中。その次のターンに戻ってくる。",
    refill: "魚が残っている海には1匹、空の海には2匹補充する。",
    score: "セット2組と赤1匹、白1匹：10＋1＋2＝13点。",
    paws: "左手7点、右手5点。この人の得点は5点。",
  },
};
