/** The state of an endpoint's answer, as far as it is looked at here. */
type AnswerState<Data> = {
  readonly data?: Data | undefined;
  readonly error?: unknown;
  readonly isLoading: boolean;
};

/**
 * What a page shows of an answer, for `selectFromResult`. That it is asked for once more, and came again unchanged, is
 * not shown and draws nothing.
 */
export function visibleState<State extends AnswerState<unknown>>({ data, error, isLoading }: State) {
  return { data, error, isLoading } as Pick<State, 'data' | 'error' | 'isLoading'>;
}
