/** Makes a browser save a response as a file. @param fileName contains no quotes and only ASCII characters. */
export const asAttachment = (fileName: string): Record<string, string> => ({
  'Content-Disposition': `attachment; filename="${fileName}"`,
});
