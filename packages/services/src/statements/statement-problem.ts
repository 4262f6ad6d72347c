/** Why a file is not taken as a statement, as a sentence for the operator who sent it. */
export class StatementProblem extends Error {
  override readonly name = 'StatementProblem';
}
