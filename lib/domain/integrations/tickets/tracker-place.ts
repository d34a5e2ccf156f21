/** The settings that say where the issues of each kind of tracker are. */
const placeSettings = ['url', 'site', 'repository', 'project', 'team'] as const;

/** Identifies the repository, project or team in a tracker's settings. Issue numbers only mean something there. */
export const trackerPlaceOf = (settings: Readonly<Record<string, unknown>> = {}): string =>
  placeSettings
    .flatMap((name) => {
      const value = settings[name];
      return typeof value === 'string' ? [value.toLowerCase()] : [];
    })
    .join(' ');
