import { useId, useMemo } from 'react';
import { seeded } from './seeded.ts';

const width = 720;
const height = 960;
const horizon = height * 0.55;
const lightCount = 13;

/** Dusk on the salt flat: sky, three ridges mirrored below the horizon, a sun and thirteen lines of light. */
export function DuskArt({
  seed,
  className,
}: {
  readonly seed: number;
  readonly className?: string | undefined;
}) {
  const id = useId();
  const scene = useMemo(() => duskScene(seed), [seed]);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.2 0.045 245)" />
          <stop offset="0.5" stopColor="oklch(0.36 0.06 238)" />
          <stop offset="0.8" stopColor="oklch(0.6 0.085 30)" />
          <stop offset="1" stopColor="oklch(0.82 0.1 55)" />
        </linearGradient>
        <linearGradient id={`${id}salt`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.74 0.09 50)" />
          <stop offset="0.28" stopColor="oklch(0.5 0.075 25)" />
          <stop offset="0.65" stopColor="oklch(0.3 0.05 238)" />
          <stop offset="1" stopColor="oklch(0.17 0.03 240)" />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop offset="0" stopColor="oklch(0.92 0.08 70)" stopOpacity="0.7" />
          <stop offset="1" stopColor="oklch(0.8 0.1 50)" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width={width} height={horizon} fill={`url(#${id}sky)`} />
      <rect y={horizon} width={width} height={height - horizon} fill={`url(#${id}salt)`} />
      <circle cx={scene.sunX} cy={horizon - 46} r="240" fill={`url(#${id}glow)`} />
      <circle cx={scene.sunX} cy={horizon - 46} r="54" fill="oklch(0.95 0.06 75)" />
      <ellipse
        cx={scene.sunX}
        cy={horizon + 52}
        rx="46"
        ry="58"
        fill="oklch(0.93 0.07 65)"
        fillOpacity="0.5"
      />
      {scene.ridges.map((ridge, index) => (
        <g key={ridge.fill}>
          <path d={ridge.above} fill={ridge.fill} />
          <path d={ridge.below} fill={ridge.fill} fillOpacity={0.5 - index * 0.08} />
        </g>
      ))}
      {scene.lights.map((light) => (
        <path
          key={light.d}
          d={light.d}
          stroke="oklch(0.95 0.05 75)"
          strokeOpacity={light.opacity}
          strokeWidth="1.3"
        />
      ))}
      <path
        d={`M0 ${horizon}H${width}`}
        stroke="oklch(0.97 0.03 80)"
        strokeOpacity="0.85"
        strokeWidth="1.5"
      />
    </svg>
  );
}

function duskScene(seed: number) {
  const random = seeded(seed);
  const sunX = Math.round(width * (0.34 + random() * 0.32));
  const fills = ['oklch(0.42 0.05 268)', 'oklch(0.33 0.045 255)', 'oklch(0.24 0.035 245)'];
  const ridges = fills.map((fill, index) => {
    const lift = 84 - index * 26;
    const waves = [0, 1, 2].map(() => ({
      size: (0.25 + random() * 0.75) * lift * 0.36,
      length: 70 + random() * 210,
      shift: random() * 6.28,
    }));
    // A ridge leaves the middle free, where the sun stands, and climbs towards both sides.
    const heightAt = (x: number) => {
      const side = Math.min(1, Math.abs(x - sunX) / (width * 0.62));
      const swell = waves.reduce((sum, wave) => sum + wave.size * Math.sin(x / wave.length + wave.shift), 0);
      return Math.max(2, (lift * 0.55 + swell) * side ** 0.85);
    };
    const points = Array.from({ length: 61 }, (_, step) => Math.round((step * width) / 60));
    const line = (sign: 1 | -1, squeeze: number) =>
      points.map((x) => `${x} ${(horizon + sign * heightAt(x) * squeeze).toFixed(1)}`).join('L');
    return {
      fill,
      above: `M0 ${horizon}L${line(-1, 1)}V${horizon}z`,
      below: `M0 ${horizon}L${line(1, 0.8)}V${horizon}z`,
    };
  });
  const lights = Array.from({ length: lightCount }, (_, index) => {
    const y = horizon + 16 + (index / lightCount) ** 1.5 * (height - horizon - 90);
    const half = 22 + random() * 90 + index * 4;
    const middle = sunX + (random() - 0.5) * 70;
    return {
      d: `M${(middle - half).toFixed(0)} ${y.toFixed(1)}H${(middle + half).toFixed(0)}`,
      opacity: Number((0.62 - index * 0.04).toFixed(2)),
    };
  });
  return { sunX, ridges, lights };
}
