/** Layers of salt: level n fills n of four. */
const layers = [
  'M8 64c18-5 34-3 52 0s36 4 52-1v14H8z',
  'M8 48c16-4 34-2 52 1s36 3 52-1v14c-16 5-34 4-52 1s-34-5-52 0z',
  'M8 32c18-4 34-4 52-1s36 4 52 0v15c-16 4-34 4-52 1s-36-5-52-1z',
  'M8 17c16-4 34-3 52 0s36 3 52-1v14c-16 4-34 3-52 0s-34-3-52 1z',
];

export function StrataArt({
  level,
  className,
}: {
  readonly level: number;
  readonly className?: string | undefined;
}) {
  return (
    <svg viewBox="0 0 120 84" width="120" height="84" aria-hidden="true" className={className}>
      {layers.map((layer, index) => (
        <path
          key={layer}
          d={layer}
          fill={index < level ? 'var(--accent)' : 'transparent'}
          fillOpacity={1 - index * 0.2}
          stroke={index < level ? 'var(--accent)' : 'var(--line-strong)'}
          strokeOpacity={index < level ? 1 : 0.6}
          strokeWidth="1"
        />
      ))}
      {level >= layers.length ? <circle cx="60" cy="7" r="5" fill="var(--flamingo)" /> : null}
    </svg>
  );
}
