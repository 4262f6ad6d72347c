import { useId, useMemo } from 'react';
import { seeded } from './seeded.ts';

const width = 720;
const height = 960;
const horizon = height * 0.55;
const sunRadius = 56;
const sunLift = 34;
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
  const { sunX, ridges, lights } = useMemo(() => duskScene(seed), [seed]);
  const sunY = horizon - sunLift;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      className={className}
    >
      <defs>
        <linearGradient id={`${id}sky`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.19 0.04 250)" />
          <stop offset="0.38" stopColor="oklch(0.31 0.055 245)" />
          <stop offset="0.62" stopColor="oklch(0.44 0.06 290)" />
          <stop offset="0.82" stopColor="oklch(0.62 0.085 20)" />
          <stop offset="1" stopColor="oklch(0.83 0.1 62)" />
        </linearGradient>
        <linearGradient id={`${id}salt`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.76 0.09 55)" />
          <stop offset="0.2" stopColor="oklch(0.56 0.08 20)" />
          <stop offset="0.42" stopColor="oklch(0.39 0.055 290)" />
          <stop offset="0.7" stopColor="oklch(0.27 0.045 245)" />
          <stop offset="1" stopColor="oklch(0.16 0.03 240)" />
        </linearGradient>
        <radialGradient id={`${id}glow`}>
          <stop offset="0" stopColor="oklch(0.93 0.08 72)" stopOpacity="0.62" />
          <stop offset="0.35" stopColor="oklch(0.86 0.1 58)" stopOpacity="0.3" />
          <stop offset="0.7" stopColor="oklch(0.78 0.1 40)" stopOpacity="0.08" />
          <stop offset="1" stopColor="oklch(0.78 0.1 40)" stopOpacity="0" />
        </radialGradient>
        <linearGradient id={`${id}mirror`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="oklch(0.95 0.07 72)" stopOpacity="0.75" />
          <stop offset="1" stopColor="oklch(0.9 0.09 60)" stopOpacity="0" />
        </linearGradient>
        <clipPath id={`${id}above`}>
          <rect width={width} height={horizon} />
        </clipPath>
        <clipPath id={`${id}below`}>
          <rect y={horizon} width={width} height={height - horizon} />
        </clipPath>
      </defs>
      <rect width={width} height={horizon} fill={`url(#${id}sky)`} />
      <rect y={horizon} width={width} height={height - horizon} fill={`url(#${id}salt)`} />
      <circle cx={sunX} cy={horizon} r="360" fill={`url(#${id}glow)`} />
      <g clipPath={`url(#${id}above)`}>
        <circle cx={sunX} cy={sunY} r={sunRadius} fill="oklch(0.96 0.055 80)" />
      </g>
      <g clipPath={`url(#${id}below)`}>
        <ellipse
          cx={sunX}
          cy={horizon + sunLift * 1.5}
          rx={sunRadius * 0.94}
          ry={sunRadius * 1.5}
          fill={`url(#${id}mirror)`}
        />
      </g>
      {ridges.map((ridge) => (
        <path key={ridge.below} d={ridge.below} fill={ridge.fill} fillOpacity={ridge.reflection} />
      ))}
      {ridges.map((ridge) => (
        <path key={ridge.above} d={ridge.above} fill={ridge.fill} />
      ))}
      {lights.map((light) => (
        <path
          key={light.d}
          d={light.d}
          stroke="oklch(0.96 0.05 78)"
          strokeOpacity={light.opacity}
          strokeWidth={light.thickness}
          strokeLinecap="round"
        />
      ))}
      <path
        d={`M0 ${horizon}H${width}`}
        stroke="oklch(0.97 0.035 80)"
        strokeOpacity="0.9"
        strokeWidth="1.4"
      />
    </svg>
  );
}

function duskScene(seed: number) {
  const random = seeded(seed);
  const sunX = Math.round(width * (0.36 + random() * 0.28));
  const fills = ['oklch(0.46 0.06 300)', 'oklch(0.34 0.05 270)', 'oklch(0.23 0.04 250)'];
  const ridges = fills.map((fill, index) => {
    const lift = 118 - index * 34;
    const waves = [
      { size: 0.34, length: 150 + random() * 90, shift: random() * 6.28 },
      { size: 0.17, length: 52 + random() * 34, shift: random() * 6.28 },
      { size: 0.07, length: 17 + random() * 12, shift: random() * 6.28 },
    ];
    // A ridge leaves the sun's place free and climbs towards both sides.
    const heightAt = (x: number) => {
      const side = Math.min(1, Math.abs(x - sunX) / (width * 0.58));
      const swell = waves.reduce((sum, wave) => sum + wave.size * Math.sin(x / wave.length + wave.shift), 0);
      return Math.max(0, lift * (0.5 + swell) * side ** 1.15);
    };
    const points = Array.from({ length: 121 }, (_, step) => step * (width / 120));
    const line = (sign: 1 | -1, squeeze: number) =>
      points.map((x) => `${x} ${(horizon + sign * heightAt(x) * squeeze).toFixed(1)}`).join('L');
    return {
      fill,
      reflection: 0.42 - index * 0.06,
      above: `M0 ${horizon}L${line(-1, 1)}V${horizon}z`,
      below: `M0 ${horizon}L${line(1, 0.72)}V${horizon}z`,
    };
  });
  const lights = Array.from({ length: lightCount }, (_, index) => {
    const depth = (index + 1) / lightCount;
    const y = horizon + 9 + depth ** 1.7 * (height - horizon - 150);
    const half = 26 + random() * 46 + depth * 64;
    const middle = sunX + (random() - 0.5) * (18 + depth * 60);
    return {
      d: `M${(middle - half).toFixed(0)} ${y.toFixed(1)}H${(middle + half).toFixed(0)}`,
      opacity: Number((0.7 - depth * 0.56).toFixed(2)),
      thickness: Number((1.1 + (1 - depth) * 0.9).toFixed(2)),
    };
  });
  return { sunX, ridges, lights };
}
