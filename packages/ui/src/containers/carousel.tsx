import useEmblaCarousel from 'embla-carousel-react';
import { useCallback, useEffect, useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { cx } from '../cx.ts';
import { ChevronLeftIcon, ChevronRightIcon } from '../icons.tsx';
import { useUiTexts } from '../texts/ui-texts.tsx';

export type CarouselProps = {
  readonly label: string;
  readonly slides: readonly { readonly id: string; readonly content: ReactNode }[];
  /** The slide in the centre initially. */
  readonly startIndex?: number | undefined;
  readonly previousLabel: string;
  readonly nextLabel: string;
  /** The announced position and the name of each slide and dot: "Level 2 of 5". `index` starts at 0. */
  readonly positionLabel: (index: number) => string;
};

/** A ring of cards with the selected one in the centre. No autoplay; the other cards are inert until selected. */
export function Carousel({
  label,
  slides,
  startIndex = 0,
  previousLabel,
  nextLabel,
  positionLabel,
}: CarouselProps) {
  const texts = useUiTexts();
  const [viewport, embla] = useEmblaCarousel({ loop: true, align: 'center', startIndex });
  const [selected, setSelected] = useState(startIndex);

  useEffect(() => {
    if (!embla) return undefined;
    const follow = () => setSelected(embla.selectedScrollSnap());
    embla.on('select', follow).on('reInit', follow);
    return () => {
      embla.off('select', follow).off('reInit', follow);
    };
  }, [embla]);

  const previous = useCallback(() => embla?.scrollPrev(), [embla]);
  const next = useCallback(() => embla?.scrollNext(), [embla]);

  function steer(event: KeyboardEvent<HTMLElement>) {
    if (event.key === 'ArrowLeft') previous();
    else if (event.key === 'ArrowRight') next();
    else return;
    event.preventDefault();
    // A focused element inside a card becomes inert with it; the carousel takes the focus to receive the next arrow
    // key.
    if (event.target instanceof Element && event.target.closest('[role="group"]'))
      event.currentTarget.focus();
  }

  return (
    <section aria-roledescription={texts.carousel} aria-label={label} className="relative">
      {/* Arrow keys work in the whole region, wherever the focus is inside it. */}
      <div onKeyDown={steer} tabIndex={-1} className="rounded-xl">
        {/* Clipped neighbours fade out. */}
        <div
          ref={viewport}
          className="overflow-hidden max-xl:[mask-image:linear-gradient(90deg,#0000,#000_7%,#000_93%,#0000)]"
        >
          <div className="-ms-4 flex touch-pan-y md:-ms-6">
            {slides.map((slide, index) => (
              <div
                key={slide.id}
                role="group"
                aria-roledescription={texts.slide}
                aria-label={positionLabel(index)}
                inert={index !== selected}
                className={cx(
                  'min-w-0 shrink-0 basis-[86%] ps-4 transition-opacity duration-240 md:basis-[46%] md:ps-6 xl:basis-1/3',
                  index !== selected && 'opacity-55',
                )}
              >
                {slide.content}
              </div>
            ))}
          </div>
        </div>
        <div className="mt-4 flex items-center justify-center gap-2">
          <IconButton
            label={previousLabel}
            icon={<ChevronLeftIcon />}
            variant="quiet"
            onPress={previous}
            className="max-md:hidden"
          />
          <div className="flex items-center">
            {slides.map((slide, index) => (
              <button
                key={slide.id}
                type="button"
                aria-label={positionLabel(index)}
                aria-current={index === selected || undefined}
                onClick={() => embla?.scrollTo(index)}
                className="grid size-11 place-items-center rounded-full md:size-8"
              >
                <span
                  className={cx(
                    'h-2 rounded-full transition-[width,background-color] duration-220 forced-colors:bg-[CanvasText]',
                    index === selected ? 'w-5 bg-accent' : 'w-2 bg-line-strong',
                  )}
                />
              </button>
            ))}
          </div>
          <IconButton
            label={nextLabel}
            icon={<ChevronRightIcon />}
            variant="quiet"
            onPress={next}
            className="max-md:hidden"
          />
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {positionLabel(selected)}
      </p>
    </section>
  );
}
