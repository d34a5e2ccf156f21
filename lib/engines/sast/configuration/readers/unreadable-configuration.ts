/** Thrown for a file that is not of the language that its name says. The message quotes nothing of the file. */
export class UnreadableConfiguration extends Error {}
