/** The taint categories of an organization's custom rules. Text is sanitized for each of them separately. */
export const ruleCategories = [
  'own-0',
  'own-1',
  'own-2',
  'own-3',
  'own-4',
  'own-5',
  'own-6',
  'own-7',
  'own-8',
] as const;
