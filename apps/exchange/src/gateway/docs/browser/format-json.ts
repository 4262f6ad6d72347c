/** Lays out JSON without parsing it, because reading its numbers would cost digits. */
const charactersMax = 20_000;

/** Breaks JSON into indented lines; returns any other text unchanged. */
export function formatJson(text: string): string {
  if (!/^[[{]/.test(text)) return text;
  let output = '';
  let depth = 0;
  let isText = false;
  for (let index = 0; index < text.length && index < charactersMax; index += 1) {
    const sign = text.charAt(index);
    if (isText) {
      output += sign;
      if (sign === '\\') {
        index += 1;
        output += text.charAt(index);
      } else if (sign === '"') isText = false;
      continue;
    }
    if (sign === '"') isText = true;
    const pair = sign + text.charAt(index + 1);
    if (pair === '{}' || pair === '[]') {
      output += pair;
      index += 1;
    } else if (sign === '{' || sign === '[') {
      depth += 1;
      output += sign + breakLine(depth);
    } else if (sign === '}' || sign === ']') {
      depth -= 1;
      output += breakLine(depth) + sign;
    } else if (sign === ',') output += sign + breakLine(depth);
    else if (sign === ':') output += ': ';
    else output += sign;
  }
  return text.length > charactersMax ? `${output}\n…` : output;
}

function breakLine(depth: number): string {
  return `\n${'  '.repeat(depth)}`;
}
