import { Fragment } from 'react';

/**
 * A text with `<strong>` marks, drawn as such. For pages that mark words and nothing else: the translation library's own
 * component costs more than the page around it. Whatever else stands in the text is shown as text.
 */
export function Emphasised({ text }: { readonly text: string }) {
  return text.split(/<strong>(.*?)<\/strong>/).map((part, index) =>
    // Every other part stood between the marks.
    index % 2 === 1 ? (
      <strong key={index} className="font-semibold">
        {part}
      </strong>
    ) : (
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}
