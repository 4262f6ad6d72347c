/** The state of an endpoint's answer, reduced to the fields that pages use. */
type AnswerState<Data> = {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isLoading: boolean;
};

/**
 * Selects the fields of an answer that a page draws, for `selectFromResult`. A refetch that returns the same data
 * changes none of them and causes no render.
 */
export function visibleState<State extends AnswerState<unknown>>({ data, error, isLoading }: State) {
  return { data, error, isLoading } as Pick<State, 'data' | 'error' | 'isLoading'>;
}
