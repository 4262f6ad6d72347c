/** Draws a plot of lines as an SVG that can be read on light and on dark pages. */

const width = 640;
const height = 360;
const left = 72;
const right = 150; // room for the names of the lines
const top = 44;
const bottom = 56;
const colors = ['#2f8ab0', '#c26a1c', '#5f8f3a', '#8a5fb0'];
/** Middle gray: enough contrast on white and on black. */
const ink = '#7a828a';

/** @param plot  title, both labels, `isLogX`, and lines of [x, y] points; y starts at 0 */
export function drawPlot({ title, x, y, isLogX, lines }) {
  const points = lines.flatMap((line) => line.points);
  const scaleX = isLogX ? Math.log10 : (value) => value;
  const [lowX, highX] = [Math.min, Math.max].map((pick) => scaleX(pick(...points.map(([px]) => px))));
  const ticksY = roundTicks(Math.max(...points.map(([, py]) => py)));
  const highY = ticksY.at(-1);
  const atX = (value) => left + ((scaleX(value) - lowX) / (highX - lowX || 1)) * (width - left - right);
  const atY = (value) => height - bottom - (value / highY) * (height - top - bottom);
  const ticksX = [...new Set(points.map(([px]) => px))].sort((a, b) => a - b);
  const parts = [
    text(left, 22, title, 'font-size="15" font-weight="600"'),
    ...ticksY.map(
      (tick) =>
        `<path d="M${left} ${atY(tick)}H${width - right}" stroke="${ink}" stroke-opacity="${tick === 0 ? 1 : 0.3}"/>` +
        text(left - 8, atY(tick) + 4, tick.toLocaleString('en-US'), 'text-anchor="end"'),
    ),
    ...ticksX.map((tick) => text(atX(tick), height - bottom + 18, short(tick), 'text-anchor="middle"')),
    text((left + width - right) / 2, height - 14, x, 'text-anchor="middle"'),
    text(
      0,
      0,
      y,
      `text-anchor="middle" transform="translate(18 ${(top + height - bottom) / 2}) rotate(-90)"`,
    ),
    ...lines.map((line, i) => drawLine(line, colors[i % colors.length], atX, atY)),
  ];
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}" ` +
    `font-family="system-ui, sans-serif" font-size="12" fill="${ink}">\n${parts.join('\n')}\n</svg>\n`
  );
}

function drawLine({ name, points }, color, atX, atY) {
  const path = points
    .map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${round(atX(px))} ${round(atY(py))}`)
    .join('');
  const dots = points
    .map(([px, py]) => `<circle cx="${round(atX(px))}" cy="${round(atY(py))}" r="3.5" fill="${color}"/>`)
    .join('');
  const [lastX, lastY] = points.at(-1);
  return (
    `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots}` +
    text(round(atX(lastX)) + 10, round(atY(lastY)) + 4, name, `style="fill:${color}" font-weight="600"`)
  );
}

/** Returns four to eight round ticks from 0 to at least `highest`. */
function roundTicks(highest) {
  const rough = highest / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough);
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, i) => i * step);
}

function short(value) {
  if (value >= 1e6) return `${value / 1e6}M`;
  return value >= 1e3 ? `${value / 1e3}k` : String(value);
}

function round(value) {
  return Math.round(value * 10) / 10;
}

function text(x, y, content, attributes) {
  return `<text x="${round(x)}" y="${round(y)}" ${attributes}>${escaped(content)}</text>`;
}

function escaped(content) {
  return content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
