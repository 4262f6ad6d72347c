import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Emphasised } from './emphasised.tsx';

test('tagged text is strong, and nothing else becomes markup', () => {
  const text = 'Send only <strong>ETH</strong> on <strong>Ethereum</strong>, <em>please</em>';
  const { container } = render(<Emphasised text={text} />);
  expect(container.textContent).toBe('Send only ETH on Ethereum, <em>please</em>');
  expect([...container.querySelectorAll('strong')].map((mark) => mark.textContent)).toEqual([
    'ETH',
    'Ethereum',
  ]);
  expect(container.querySelector('em')).toBeNull();
});
