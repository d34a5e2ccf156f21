/** The messages of browsers when a file of the page cannot be loaded, as after a new deployment. */
const messages = [
  /dynamically imported module/i,
  /importing a module script failed/i,
  /unable to preload css/i,
  /error loading dynamically/i,
];

export const isMissingChunk = (error: unknown): boolean =>
  error instanceof Error && messages.some((message) => message.test(error.message));
