import { cloneElement, Fragment } from 'react';
import type { ReactElement, ReactNode } from 'react';

type TaggedTextProps = {
  readonly text: string;
  /** An element for each tag's name; it receives the tagged text as its content. */
  readonly tags: Readonly<Record<string, ReactElement<{ readonly children?: ReactNode }>>>;
};

/** Renders `<name>` tags inside a text as elements, and everything else, other tags included, as plain text. */
export function TaggedText({ text, tags }: TaggedTextProps) {
  const names = Object.keys(tags).join('|');
  const parts = text.split(new RegExp(`<(${names})(?:/>|>(.*?)</\\1>)`));
  // Each tag gives three parts: the plain text before it, its name and its content.
  return parts.map((part, index) => {
    if (index % 3 === 0) return <Fragment key={index}>{part}</Fragment>;
    const element = index % 3 === 1 ? tags[part] : undefined;
    if (!element) return null;
    const content = parts[index + 1];
    return content === undefined
      ? cloneElement(element, { key: index })
      : cloneElement(element, { key: index }, content);
  });
}
