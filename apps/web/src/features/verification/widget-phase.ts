/** How far the widget in the dialog has come. From `changed` until `submitted`, closing it loses what was entered. */
export type WidgetPhase = 'loading' | 'open' | 'changed' | 'submitted' | 'failed';

/** What a widget reports to the dialog around it. All of it is a hint: the server decides. */
export type WidgetReports = {
  readonly onPhase: (phase: WidgetPhase) => void;
  /** Papers were sent or judged: look at the account again. */
  readonly onProgress: () => void;
  /** A new token; rejects when there is none. */
  readonly renew: () => Promise<string>;
};
