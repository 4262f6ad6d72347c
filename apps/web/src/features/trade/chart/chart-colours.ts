/** The page's colour tokens as sRGB, the only format that a canvas library reads. */
export type ChartColours = {
  readonly ground: string;
  readonly text: string;
  readonly line: string;
  readonly up: string;
  readonly down: string;
  readonly upSoft: string;
  readonly downSoft: string;
  readonly accent: string;
};

const tokens = {
  ground: ['--surface', 1],
  text: ['--ink-3', 1],
  line: ['--line', 0.55],
  up: ['--gain', 1],
  down: ['--loss', 1],
  upSoft: ['--gain', 0.32],
  downSoft: ['--loss', 0.32],
  accent: ['--accent', 1],
} as const;

/** Reads the current colours; call again when the theme or the colours change. */
export function readChartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const colours = Object.entries(tokens).map(([name, [token, alpha]]) => [
    name,
    toRgb(pen, style.getPropertyValue(token).trim(), alpha),
  ]);
  return Object.fromEntries(colours) as ChartColours;
}

/** Paints one pixel and reads it back. */
function toRgb(pen: CanvasRenderingContext2D | null, colour: string, alpha: number): string {
  if (pen === null) return `rgba(128, 128, 128, ${alpha})`;
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha})`;
}
