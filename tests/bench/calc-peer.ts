import { spawn, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Inputs of an initial layer, in the units of the API. */
export type Terms = { pAndACost: number; wellLifespan: number; discountRate: number; inflationRate: number };

export function isCalcInstalled(): boolean {
  return spawnSync('soffice', ['--version']).error === undefined;
}

/** LibreOffice Calc with its own profile, and a sheet with the wells of `dataStatements` as .xlsx, the format accountants use. */
export async function openCalc(sheet: { layers: number; terms: Terms; periodEnd: string }) {
  const folder = mkdtempSync(join(tmpdir(), 'aro-bench-calc-'));
  const soffice = async (...args: string[]) => {
    const profile = `-env:UserInstallation=${pathToFileURL(join(folder, 'profile'))}`;
    const calc = spawn('soffice', [profile, '--headless', ...args], { cwd: folder, stdio: 'ignore' });
    const code = await new Promise((resolve) => calc.once('close', resolve));
    if (code !== 0) throw new Error(`LibreOffice ended with ${code}`);
  };
  const settings = join(folder, 'profile/user/registrymodifications.xcu');
  mkdirSync(join(folder, 'profile/user'), { recursive: true });
  writeSheet(join(folder, 'aro.fods'), sheet);
  writeFileSync(settings, RECALCULATE_ON_LOAD);
  await soffice('--convert-to', 'xlsx', 'aro.fods');
  return {
    /** Opens the sheet, recalculates it and saves it. */
    recalculate: () => soffice('--convert-to', 'xlsx', '--outdir', 'saved', 'aro.xlsx'),
    /** @returns the path of a CSV file with the saved sheet */
    exportSaved: async () => {
      await soffice('--convert-to', 'csv', 'saved/aro.xlsx');
      return join(folder, 'aro.csv');
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Always recalculate (0), for either file format. */
const RECALCULATE_ON_LOAD = `<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry">
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="ODFRecalcMode" oor:op="fuse"><value>0</value></prop></item>
<item oor:path="/org.openoffice.Office.Calc/Formula/Load"><prop oor:name="OOXMLRecalcMode" oor:op="fuse"><value>0</value></prop></item>
</oor:items>`;

const TITLES =
  'wellCode,wellName,field,activeDate,layerNumber,layerType,pAndACost,wellLifespan,discountRate,inflationRate,calculationDate,accretedThrough,aroValue,years,accretion,currentAroValue,status';

const text = (value: string) =>
  `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
const number = (value: number) => `<table:table-cell office:value-type="float" office:value="${value}"/>`;
const date = (value: string) => `<table:table-cell office:value-type="date" office:date-value="${value}"/>`;
const formula = (value: string) =>
  `<table:table-cell table:formula="of:=${value}" office:value-type="float" office:value="0"/>`;
const row = (cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>\n`;

/** Writes a flat XML sheet with the columns of the product's export, using formulas for computed values; Calc converts it to .xlsx. */
function writeSheet(path: string, { layers, ...sheet }: Parameters<typeof openCalc>[0]): void {
  const file = openSync(path, 'w');
  writeSync(
    file,
    `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:of="urn:oasis:names:tc:opendocument:xmlns:of:1.2"
 office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="ARO">
${row(TITLES.split(',').map(text))}`,
  );
  for (let i = 1; i <= layers; i += 1) writeSync(file, layerRow(i, sheet));
  writeSync(file, '</table:table></office:spreadsheet></office:body></office:document>');
  closeSync(file);
}

function layerRow(i: number, { terms, periodEnd }: { terms: Terms; periodEnd: string }): string {
  // Skips the title row.
  const r = i + 1;
  const activeDate = `2020-01-${String(1 + (i % 28)).padStart(2, '0')}`;
  const wholeMonths = `12*(YEAR([.L${r}])-YEAR([.K${r}]))+MONTH([.L${r}])-MONTH([.K${r}])`;
  const firstMonth = `(DAY(EOMONTH([.K${r}];0))-DAY([.K${r}])+1)/DAY(EOMONTH([.K${r}];0))`;
  return row([
    text(`W-${String(i).padStart(6, '0')}`),
    text(`Well number ${i}`),
    text(`FIELD ${i % 12}`),
    date(activeDate),
    number(1),
    text('initial'),
    number(terms.pAndACost),
    number(terms.wellLifespan),
    number(terms.discountRate),
    number(terms.inflationRate),
    date(activeDate),
    date(periodEnd),
    formula(`ROUND([.G${r}]*((1+[.J${r}]/100)/(1+[.I${r}]/100))^[.H${r}];2)`),
    formula(`(${wholeMonths}+${firstMonth})/12`),
    formula(`ROUND([.M${r}]*[.I${r}]/100*[.N${r}];2)`),
    formula(`[.M${r}]+[.O${r}]`),
    text('Current'),
  ]);
}
