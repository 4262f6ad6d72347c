import { Fragment } from 'react';

/**
 * Renders `<strong>` tags inside a text, and everything else as plain text. For pages that need no other tags: the
 * translation library's own component costs more than the page around it.
 */
export function Emphasised({ text }: { readonly text: string }) {
  return text.split(/<strong>(.*?)<\/strong>/).map((part, index) =>
    // Every other part was between the tags.
    index % 2 === 1 ? (
      <strong key={index} className="font-semibold">
        {part}
      </strong>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
