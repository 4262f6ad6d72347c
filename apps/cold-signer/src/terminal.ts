/** Shows text to the person in front of the machine, and reads what they type. */
export type Terminal = {
  /** Writes to standard output. */
  write(text: string): void;
  ask(question: string): Promise<string>;
  /** Does not show what is typed. */
  askSecret(question: string): Promise<string>;
};
