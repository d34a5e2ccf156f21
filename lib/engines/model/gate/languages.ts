/** The languages whose code is analyzed. */
export const languages = ['javascript', 'python', 'java', 'go', 'csharp', 'rust', 'php', 'ruby'] as const;
export type Language = (typeof languages)[number];
