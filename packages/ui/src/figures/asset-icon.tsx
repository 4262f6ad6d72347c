import { useState } from 'react';
import { computeGlyphHue } from '../format/glyph.ts';
import { toSquare } from './to-square.ts';

export type AssetIconProps = {
  readonly symbol: string;
  /** An image on our own origin. */
  readonly iconUrl?: string | null | undefined;
  /** Pixels at the default text size; the icon scales with the text. */
  readonly size?: number | undefined;
};

/** Draws a product's icon, or a glyph with its symbol when there is no icon or it cannot be loaded. */
export function AssetIcon({ symbol, iconUrl, size = 36 }: AssetIconProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null);
  if (iconUrl && failedUrl !== iconUrl) {
    return (
      <img
        src={iconUrl}
        alt=""
        onError={() => setFailedUrl(iconUrl)}
        style={toSquare(size)}
        className="shrink-0 rounded-full"
      />
    );
  }
  const letters = symbol.slice(0, 5);
  const hue = computeGlyphHue(symbol);
  const letterSize = letters.length <= 3 ? 11.5 : letters.length === 4 ? 9.6 : 8;
  return (
    <svg style={toSquare(size)} viewBox="0 0 36 36" aria-hidden="true" className="shrink-0">
      <circle cx="18" cy="18" r="18" fill={`oklch(0.42 0.07 ${hue})`} />
      <path d="M4.6 24.5h26.8" stroke={`oklch(0.72 0.07 ${hue})`} strokeWidth="1" />
      <path
        d="M10 27.6h16M14 30.2h8"
        stroke={`oklch(0.58 0.07 ${hue})`}
        strokeWidth="1"
        strokeLinecap="round"
      />
      <text
        x="18"
        y="20.4"
        textAnchor="middle"
        fontSize={letterSize}
        fontWeight="700"
        letterSpacing="-0.02em"
        fill="oklch(0.98 0.01 95)"
      >
        {letters}
      </text>
    </svg>
  );
}
