import { useId, useMemo } from 'react';
import { createRandom } from './random.ts';

const width = 720;
const height = 960;
const horizon = height * 0.55;
const sunRadius = 56;
const sunLift = 34;
const lightCount = 13;

/**
 * A picture of dusk on the salt flat: sky, three ridges mirrored below the horizon, a sun and thirteen lines of light.
 */
export function DuskArt({
  seed,
  className,
}: {
  readonly seed: number;
  readonly className?: string | undefined;
}) {
  const id = useId();
  const { sunX, ridges, lights } = useMemo(() => duskScene(seed), [seed]);
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
        <linearGradient id={`${id}sun`} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0.1" stopColor="oklch(0.98 0.04 90)" />
          <stop offset="0.8" stopColor="oklch(0.9 0.11 70)" />
        </linearGradient>
        <clipPath id={`${id}above`}>
          <rect width={width} height={horizon} />
        </clipPath>
        {ridges.map(({ tone }, index) => (
          // Haze covers the foot of a ridge.
          <linearGradient key={tone} id={`${id}ridge${index}`} x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stopColor={tone} />
            <stop offset="1" stopColor={tone} stopOpacity={0.55 + index * 0.2} />
          </linearGradient>
        ))}
      </defs>
      <rect width={width} height={horizon} fill={`url(#${id}sky)`} />
      <rect y={horizon} width={width} height={height - horizon} fill={`url(#${id}salt)`} />
      <circle cx={sunX} cy={horizon} r="360" fill={`url(#${id}glow)`} />
      <g clipPath={`url(#${id}above)`}>
        <circle cx={sunX} cy={horizon - sunLift} r={sunRadius} fill={`url(#${id}sun)`} />
        {ridges.map(({ tone, shape }, index) => (
          <path key={tone} d={shape} fill={`url(#${id}ridge${index})`} />
        ))}
      </g>
      {/* The reflection of everything above the horizon, compressed and paler. */}
      <g transform={`matrix(1 0 0 -.72 0 ${horizon * 1.72})`} opacity="0.4">
        {ridges.map(({ tone, shape }, index) => (
          <path key={tone} d={shape} fill={`url(#${id}ridge${index})`} />
        ))}
      </g>
      {/* The sun's light on the salt, a long soft column. */}
      <ellipse
        cx={sunX}
        cy={horizon}
        rx={sunRadius * 1.7}
        ry={height * 0.3}
        fill={`url(#${id}glow)`}
        clipPath={`url(#${id}below)`}
      />
      <clipPath id={`${id}below`}>
        <rect y={horizon} width={width} height={height - horizon} />
      </clipPath>
      {lights.map((light) => (
        <path key={light.d} d={light.d} fill="oklch(0.97 0.05 80)" fillOpacity={light.opacity} />
      ))}
      <path d={`M0 ${horizon}H${width}`} stroke="oklch(0.97 0.035 80)" strokeOpacity="0.8" />
    </svg>
  );
}

function duskScene(seed: number) {
  const random = createRandom(seed);
  const sunX = Math.round(width * (0.36 + random() * 0.28));
  const tones = ['oklch(0.46 0.07 300)', 'oklch(0.34 0.05 270)', 'oklch(0.22 0.04 250)'];
  const ridges = tones.map((tone, index) => {
    const lift = 150 - index * 42;
    const waves = [
      { size: 0.34, length: 150 + random() * 90, shift: random() * 6.28 },
      { size: 0.17, length: 52 + random() * 34, shift: random() * 6.28 },
      { size: 0.07, length: 17 + random() * 12, shift: random() * 6.28 },
    ];
    // Each ridge rises from the plain on both sides of the sun; the nearer it is, the farther out.
    const plain = sunRadius * (0.6 + index * 0.8 + random() * 0.6);
    const heightAt = (x: number) => {
      const out = Math.min(1, Math.max(0, (Math.abs(x - sunX) - plain) / (width * 0.5)));
      const swell = waves.reduce((sum, wave) => sum + wave.size * Math.sin(x / wave.length + wave.shift), 0);
      return Math.max(0, lift * (0.56 + swell) * out ** 0.9);
    };
    const points = Array.from({ length: 121 }, (_, step) => step * (width / 120));
    const line = points.map((x) => `${x} ${(horizon - heightAt(x)).toFixed(1)}`).join('L');
    return { tone, shape: `M0 ${horizon}L${line}V${horizon}z` };
  });
  const lights = Array.from({ length: lightCount }, (_, index) => {
    const depth = (index + 1) / lightCount;
    const y = Math.round(horizon + 8 + depth ** 1.7 * (height - horizon - 150));
    const half = Math.round(sunRadius * (0.5 + random() * 0.5 + depth * 0.9));
    const middle = Math.round(sunX + (random() - 0.5) * (14 + depth * 56));
    const bend = 1 + depth * 2.2;
    return {
      // Thin at both ends, like light on wet salt.
      d: `M${middle - half} ${y}q${half} ${-bend} ${half * 2} 0q${-half} ${bend} ${-half * 2} 0z`,
      opacity: Number((0.86 - depth * 0.7).toFixed(2)),
    };
  });
  return { sunX, ridges, lights };
}
