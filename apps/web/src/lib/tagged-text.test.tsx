import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { TaggedText } from './tagged-text.tsx';

test('tagged text is strong, and nothing else becomes markup', () => {
  const text = 'Send only <strong>ETH</strong> on <strong>Ethereum</strong>, <em>please</em>';
  const { container } = render(
    <TaggedText text={text} tags={{ strong: <strong className="font-bold" /> }} />,
  );
  expect(container.textContent).toBe('Send only ETH on Ethereum, <em>please</em>');
  const strong = [...container.querySelectorAll('strong.font-bold')];
  expect(strong.map((mark) => mark.textContent)).toEqual(['ETH', 'Ethereum']);
  expect(container.querySelector('em')).toBeNull();
});

test('an empty tag keeps the content of its element', () => {
  const { container } = render(<TaggedText text="Works until <time/>." tags={{ time: <time>noon</time> }} />);
  expect(container.textContent).toBe('Works until noon.');
  expect(container.querySelector('time')?.textContent).toBe('noon');
});
