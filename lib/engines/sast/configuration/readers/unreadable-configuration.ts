/** Thrown for a file that is not in the language that its name says. The message quotes nothing from the file. */
export class UnreadableConfiguration extends Error {}
