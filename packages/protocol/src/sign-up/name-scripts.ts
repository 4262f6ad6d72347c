/** The alphabets of user names, and which names read as another one (security rule N5). */

/** Alphabets in use today; those of one row are written together. */
const alphabets: readonly (readonly string[])[] = [
  ['Latin'],
  ['Cyrillic'],
  ['Greek'],
  ['Han', 'Hiragana', 'Katakana'],
  ['Han', 'Hangul'],
  ['Han', 'Bopomofo'],
  ...(
    'Arabic Hebrew Armenian Georgian Ethiopic Thai Lao Khmer Myanmar Tibetan Devanagari Bengali Gurmukhi ' +
    'Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala'
  )
    .split(' ')
    .map((name) => [name]),
];
const alphabetPatterns = alphabets.map((names) => {
  const letters = names.map((name) => String.raw`\p{Script_Extensions=${name}}`).join('');
  return new RegExp(String.raw`^[${letters}\p{Script=Common}\p{Script=Inherited}]*$`, 'u');
});

/** Returns true when all letters are of one alphabet. */
export function hasOneAlphabet(name: string): boolean {
  return alphabetPatterns.some((pattern) => pattern.test(name));
}

/** Letters and digits that read as Latin letters: each pair of a row is what is written and what is read. */
const lookalikes = new Map(
  [
    'аa еe оo рp сc уy хx іi јj ѕs һh ԁd ԛq ԝw ӏl кk тt мm нh вb гr пn',
    'АA ВB СC ЕE НH ІI ЈJ КK МM ОO РP ЅS ТT ХX УY ӀI',
    'αa οo νv ιi κk ρp υu τt χx γy ηn ωw',
    'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX',
    'օo սu հh ոn ցg զq Օo Սu',
    'ıi ɑa ɡg ɩi ꞌl 0o 1l 3e 4a 5s 7t |l',
  ]
    .flatMap((row) => row.split(' '))
    .map((pair): [string, string] => {
      const [written = '', read = ''] = Array.from(pair);
      return [written, read];
    }),
);

/** Returns how a name reads at a glance: in Latin letters where it can be, without marks, case and separators. */
function toReadName(name: string): string {
  return Array.from(name.normalize('NFKD').replaceAll(/[\p{M}._ -]/gu, ''))
    .map((letter) => lookalikes.get(letter) ?? letter)
    .join('')
    .toLowerCase();
}

/** Returns true for a name of another alphabet all of whose letters read as Latin ones. */
export function readsAsLatin(name: string): boolean {
  return !/\p{Script=Latin}/u.test(name) && /\p{L}/u.test(name) && /^[a-z]+$/.test(toReadName(name));
}

/** Names that customers take for the exchange itself or its people, in our three languages. */
const reserved = new Set(
  (
    'admin administrator administrador administradora root system sistema superuser moderator moderador support soporte ' +
    'suporte help ayuda ajuda helpdesk service servicio servico security seguridad seguranca compliance ' +
    'cumplimiento kyc verification verificacion verificacao official oficial staff team equipo equipe operator operador ' +
    'operadora finance finanzas financeiro treasury tesoreria tesouraria bank banco exchange custody custodia hotwallet ' +
    'coldwallet wallet salar postmaster webmaster hostmaster abuse info noreply mail null undefined'
  ).split(' '),
);

/** Returns true for a reserved name, also with digits after it, or together with the name of the exchange. */
export function isReservedName(name: string): boolean {
  const ways = [name, name.replaceAll('1', 'i'), name.replace(/[\d._ -]+$/, '')];
  return ways.some((way) => {
    const read = toReadName(way);
    return reserved.has(read.replace(/^salar(?=.)/, '').replace(/(?<=.)salar$/, ''));
  });
}
