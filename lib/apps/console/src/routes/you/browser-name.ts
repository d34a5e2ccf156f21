/** Each browser also claims to be older ones, so the one that says most comes first. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\/(\d+)/, 'Edge'],
  [/\bOPR\/(\d+)/, 'Opera'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  [/\b(?:Headless)?Chrome\/(\d+)/, 'Chrome'],
  [/\bVersion\/(\d+)[\d.]* (?:Mobile\/\w+ )?Safari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\bWindows\b/, 'Windows'],
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** "Firefox 140 on Linux", if the browser says so; else its first words. */
export const browserName = (userAgent: string | undefined): string | undefined => {
  if (userAgent === undefined || userAgent === '') return undefined;
  const browser = browsers.find(([pattern]) => pattern.test(userAgent));
  if (!browser) return userAgent.slice(0, 60);
  const version = browser[0].exec(userAgent)?.[1] ?? '';
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1];
  return `${browser[1]} ${version}${system === undefined ? '' : ` on ${system}`}`;
};
