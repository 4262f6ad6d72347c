/** A client of Salar's API for programs and browsers. */
export {};
