import { fake, hex, lower } from '@scangate/engines/secrets/rule-example';
import { formats, nameOf } from '../corpora/secrets/formats.ts';

const words =
  `account address amount answer batch billing body buffer cache channel client column config content cursor
  customer date delay detail digest entry error event field file filter format group handler header host index input
  invoice item job key label level limit line list message model module name node number offset option order output
  owner page parent path payload phase plan policy pool port prefix price product profile query queue range record
  region report request result retry role route rule scope score secret section segment server session signal size
  source stage state status store stream table target task team text thread ticket time token total trace unit update
  upload user value version view volume window worker zone`.split(/\s+/);

/** Returns a deterministic sequence of choices. */
const chooser = (seed: number): (<T>(from: readonly T[]) => T) => {
  let state = seed >>> 0;
  return (from) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return from[Math.floor((state / 2 ** 32) * from.length)]!;
  };
};

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

type Write = (a: string, b: string, c: string) => string;

/** Writes a short function in the style of each language. */
const languages: Readonly<Record<string, Write>> = {
  ts: (a, b, c) =>
    `/** The ${a} of a ${b}. */\nexport const ${a}${capital(b)} = async (${b}: ${capital(b)}, ${c}Id: string): Promise<${capital(a)}[]> => {\n  const ${c} = await this.store.find(${b}.id, { limit: 100, order: '${a}' });\n  if (${c} === undefined) throw new Error('no ${c} for this ${b}');\n  return ${c}.${a}s.filter((one) => one.${b} !== null).map((one) => ({ ...one, ${c}Id }));\n};\n\n`,
  js: (a, b, c) =>
    `class ${capital(a)} {\n  constructor(${b}, { ${c} = 100, signal } = {}) {\n    this.${b} = ${b};\n    this.${c} = ${c};\n    this.signal = signal;\n  }\n\n  get ${b}Of${capital(c)}() {\n    return this.${b}.filter((one) => one.${c} > this.${c});\n  }\n}\n\nexport function merge${capital(a)}(${b}, other) {\n  const all = new Map(${b}.map((one) => [one.id, one]));\n  for (const ${c} of other) {\n    const known = all.get(${c}.id);\n    all.set(${c}.id, known ? { ...known, ...${c} } : ${c});\n  }\n  return [...all.values()].sort((one, two) => one.${c} - two.${c});\n}\n\nrouter.get('/${a}/:${b}', async (req, res) => {\n  const ${c} = await db.query('SELECT * FROM ${a} WHERE ${b} = $1', [req.params.${b}]);\n  if (${c}.rows.length === 0) return res.status(404).json({ error: '${c} not found' });\n  res.json({ ${a}: ${c}.rows.map((row) => row.${b}) });\n});\n\n`,
  py: (a, b, c) =>
    `def ${a}_${b}(${b}, ${c}=None):\n    """Returns the ${a} of a ${b}."""\n    if ${c} is None:\n        ${c} = load_${c}(${b}.id)\n    for ${a} in ${c}.${a}s:\n        if ${a}.${b} == "${c}":\n            yield ${a}, ${b}\n\n\n`,
  java: (a, b, c) =>
    `    /** The ${a} of a ${b}. */\n    public List<${capital(a)}> ${a}Of${capital(b)}(${capital(b)} ${b}, String ${c}) {\n        var found = ${b}Store.find(${b}.getId(), "${c}");\n        if (found == null) {\n            throw new IllegalStateException("no ${a} for " + ${b});\n        }\n        return found.stream().filter(one -> one.has(${c})).toList();\n    }\n\n`,
  go: (a, b, c) =>
    `// ${capital(a)}${capital(b)} returns the ${a} of a ${b}.\nfunc (s *Store) ${capital(a)}${capital(b)}(ctx context.Context, ${b} ${capital(b)}) ([]${capital(c)}, error) {\n\trows, err := s.db.QueryContext(ctx, "SELECT ${a} FROM ${b} WHERE ${c} = $1", ${b}.ID)\n\tif err != nil {\n\t\treturn nil, fmt.Errorf("${a}: %w", err)\n\t}\n\tdefer rows.Close()\n\treturn scan${capital(c)}(rows)\n}\n\n`,
  cs: (a, b, c) =>
    `[ApiController]\n[Route("api/${a}")]\npublic class ${capital(a)}${capital(b)}Controller : ControllerBase\n{\n    private readonly ${capital(a)}Context _context;\n\n    /// <summary>The ${a} of a ${b}.</summary>\n    [HttpGet("{${b}Id}")]\n    public async Task<ActionResult<List<${capital(c)}>>> Get(int ${b}Id, [FromQuery] string ${c})\n    {\n        var found = await _context.${capital(a)}s.Where(one => one.${capital(b)} == ${c}).ToListAsync();\n        if (found.Count == 0) return NotFound($"no ${a} for {${b}Id}");\n        return found.Select(one => new ${capital(c)} { Name = one.${capital(b)}, Id = ${b}Id }).ToList();\n    }\n}\n\n`,
  rs: (a, b, c) =>
    `/// The ${a} of a ${b}.\npub async fn ${a}_${b}(Path(${b}): Path<String>, State(pool): State<PgPool>) -> Result<Json<Vec<${capital(c)}>>, AppError> {\n    let rows = sqlx::query_as::<_, ${capital(c)}>("SELECT * FROM ${a} WHERE ${b} = $1").bind(&${b}).fetch_all(&pool).await?;\n    if rows.is_empty() {\n        return Err(AppError::NotFound(format!("no ${a} for {}", ${b})));\n    }\n    match rows.first() {\n        Some(${c}) if ${c}.active => tracing::debug!("found {:?}", ${c}.id),\n        _ => {}\n    }\n    Ok(Json(rows.into_iter().filter(|one| one.${b}.len() > 3).collect()))\n}\n\n`,
  php: (a, b, c) =>
    `<?php\nnamespace App\\Http\\Controllers;\n\nuse App\\Models\\${capital(a)};\nuse Illuminate\\Http\\Request;\n\nclass ${capital(a)}${capital(b)}Controller extends Controller\n{\n    /** The ${a} of a ${b}. */\n    public function show(Request $request, int $${b})\n    {\n        $${c} = ${capital(a)}::where('${b}', $request->input('${c}'))->orderBy('name')->get();\n        if ($${c}->isEmpty()) {\n            abort(404, "no ${a} for {$${b}}");\n        }\n        foreach ($${c} as $key => $one) {\n            $names[$key] = htmlspecialchars($one->${b} . ' ' . $one->name);\n        }\n        return view('${a}.${b}', ['${c}' => $${c}, 'names' => $names]);\n    }\n}\n?>\n`,
  rb: (a, b, c) =>
    `class ${capital(a)}${capital(b)}Controller < ApplicationController\n  before_action :set_${b}, only: %i[show update]\n\n  # The ${a} of a ${b}.\n  def show\n    @${c}s = ${capital(a)}.where(${b}_id: params[:${b}_id]).order(:name)\n    return head :not_found if @${c}s.empty?\n\n    @names = @${c}s.map { |one| "#{one.${b}} #{one.name}" }\n    respond_to do |format|\n      format.html\n      format.json { render json: { ${a}: @names } }\n    end\n  end\n\n  private\n\n  def ${c}_params\n    params.require(:${c}).permit(:${a}, :${b})\n  end\nend\n\n`,
  yml: (a, b, c) => `${a}:\n  ${b}: ${c}\n  ${c}_limit: 100\n  ${b}_path: /srv/${a}/${c}.json\n`,
  json: (a, b, c) => `{ "${a}": "${b}", "${c}": [1, 2, 3], "integrity": "${fake(hex, 64, a.length)}" }\n`,
  md: (a, b, c) => `## ${capital(a)}\n\nA ${b} has one ${a} per ${c}; see [the ${c}](../${a}/${b}.md).\n\n`,
};

/** Generates code of one language of at least this size. */
const codeIn = (language: string, bytes: number, seed: number): string => {
  const choose = chooser(seed);
  const write = languages[language]!;
  let text = language === 'java' ? `package dev.a1;\n\nclass A${seed} {\n` : '';
  if (language === 'go') text = 'package a1\n\n';
  while (text.length < bytes) text += write(choose(words), choose(words), choose(words));
  return language === 'java' ? `${text}}\n` : text;
};

/** Generates a deterministic tree of sources in several languages with settings files. */
export const sourceTree = (
  bytes: number,
  of: readonly string[] = Object.keys(languages),
): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  let total = 0;
  for (let seed = 1; total < bytes; seed += 1) {
    const language = of[seed % of.length]!;
    const settings = formats[seed % formats.length]!;
    const name = fake(lower, 8, seed);
    const code = Buffer.from(codeIn(language, 4000 + (seed % 7) * 3000, seed));
    files.set(`src/${name.slice(0, 2)}/${name}${seed}.${language}`, code);
    total += code.length;
    if (of.length < 5) continue;
    const value = Buffer.from(settings.text(nameOf('ledger region name')).replaceAll('«»', `region-${seed}`));
    files.set(`app${seed}/${settings.path}`, value);
    total += value.length;
  }
  return files;
};

export const sizeOf = (files: ReadonlyMap<string, Buffer>): number =>
  [...files.values()].reduce((total, { length }) => total + length, 0);
