/** Makes a browser save an answer. @param fileName holds no quotes and no other than ASCII characters. */
export const asAttachment = (fileName: string): Record<string, string> => ({
  'Content-Disposition': `attachment; filename="${fileName}"`,
});
