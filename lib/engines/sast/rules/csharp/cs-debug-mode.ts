import type { Call, Rule } from '@scangate/engines/sast/rule';
import { around, isUnder } from './conditions.ts';
import { method } from './samples.ts';

const development = /Development|isDev|Debug|Local/i;

/** A test that holds everywhere except on developers' machines. */
const elsewhere = /^\(?\s?!\s?[\w.]{1,60}IsDevelopment\(\s?\)\s?\)?$|IsProduction\(/;

/** Tells whether nothing around the call checks the environment. */
const isAlways = (call: Call): boolean =>
  !isUnder(call.at, development) && !(call.within && around(call).includes('IsDevelopment'));

export const csDebugMode: Rule = {
  id: 'cs-debug-mode',
  cwe: 'CWE-489',
  severity: 'medium',
  title: 'Developer exception page in production',
  message: 'The page shows code, settings and stack traces to everyone who causes an error.',
  help: 'Enable it only in the Development environment.',
  calls: [
    {
      call: ['*.{UseDeveloperExceptionPage,UseMigrationsEndPoint,UseDatabaseErrorPage}'],
      when: (call) => isAlways(call) || isUnder(call.at, elsewhere, { nearest: true }),
    },
    {
      call: ['*.EnableSensitiveDataLogging'],
      when: ({ args: [on], ...call }) => on === undefined && isAlways({ args: [], ...call }),
    },
  ],
  writes: [{ write: ['IdentityModelEventSource.ShowPII'], when: ({ constant }) => constant === true }],
  positives: [
    method(
      '        if (!env.IsDevelopment())\n        {\n            app.UseDeveloperExceptionPage(); // HERE\n        }',
      'IApplicationBuilder app, IWebHostEnvironment env',
    ),
    'var app = builder.Build();\napp.UseDeveloperExceptionPage(); // HERE\napp.Run();\n',
    method(
      '        options.UseSqlServer(text).EnableSensitiveDataLogging(); // HERE',
      'DbContextOptionsBuilder options, string text',
    ),
  ],
  negatives: [
    'var app = builder.Build();\nif (app.Environment.IsDevelopment())\n{\n    app.UseDeveloperExceptionPage();\n}\n',
    method(
      '        if (!env.IsDevelopment())\n        {\n            app.UseHsts();\n        }\n        else\n        {\n            app.UseDeveloperExceptionPage();\n        }',
      'IApplicationBuilder app, IWebHostEnvironment env',
    ),
    method('        app.UseExceptionHandler("/error");', 'WebApplication app'),
  ],
};
