// The database and the desk fold letters and find names as src/model/letters does, in many scripts.
import { expect, test } from 'vitest';
import { foldLetters, searchTerms, spellingsOfName } from '../../src/model/letters.ts';
import { phoneForms, scoreOf, searchText, termsOf } from '../../web/palette/match.ts';
import { useDatabase } from '../harness/database.ts';

const database = useDatabase();

const NAMES = [
  'Ada Lovelace',
  "Sinéad O'Brien",
  'Sinéad O´Brien',
  'Ørsted',
  'Hans Christian ØRSTED',
  'Åse Ågård',
  'A\u030ase',
  'Jörg Müller-Lüdenscheidt',
  'Jo\u0308rg MU\u0308LLER',
  'Groß & Söhne',
  'GROẞ',
  'Łukasz Żółć-Świątek',
  'Jiří Dvořák, Ťažký Ďurovič',
  'Nguyễn Thị Ánh Đặng',
  'Novak Đoković',
  'Þórður Æsir Ðagsson',
  'Işık Yılmaz',
  'IŞIK YILMAZ',
  'İpek Çelik',
  'Παπαδόπουλος Γιώργος',
  'ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΙΏΡΓΟΣ',
  'Ἀριστοτέλης',
  'Ирина Ковалёва',
  'КОВАЛЕВА',
  'Андрій Ґудзь',
  'محمد الأمين',
  'مُحَمَّد',
  'محـمد کریمی علی',
  'شָלום',
  'שָׁלוֹם כֹּהֵן',
  'ד״ר לוי',
  'タナカ・タロウ',
  'ﾀﾅｶ･ﾀﾛｳ',
  'ヤマダ',
  'ﾔﾏﾀﾞ',
  'Ｔａｎａｋａ　Ｔａｒｏ',
  'はた',
  'ばた',
  '김철수',
  '王小明',
  'राम शर्मा',
  'สมชาย ใจดี',
  'Əliyev Həsən',
  'Ħal Għaxaq',
  'Œuvre Cœur',
  'ﬁlip ½ ²',
  'Kaʻanapali',
  'D’Angelo “Bob” — Jr.',
  '٠١٢٣ ۴۵۶',
  'Ĳsbrand Ŋuyen Ŧ',
  'Ștefan Țăran',
];

test('the same letters are folded to the same, and make the same search terms', async () => {
  const rows = await database.db.query<{ name: string; folded: string; spelled: string[]; terms: string[] }>(
    `select name, fold_text(name) as folded, spellings(name) as spelled, search_terms('', name) as terms
     from unnest($1::text[]) with ordinality as given(name, place) order by place`,
    [NAMES],
  );
  for (const { name, folded, spelled, terms } of rows) {
    expect(folded, name).toBe(foldLetters(name));
    expect(spelled, name).toEqual(spellingsOfName(name));
    expect([...new Set(terms)].sort(), name).toEqual(searchTerms(name).sort());
  }
});

/** What people type, and the name that they mean. */
const SEARCHES = [
  ['orsted', 'Ørsted'],
  ['oersted', 'Ørsted'],
  ['ØRST', 'Ørsted'],
  ['aase', 'Åse Ågård'],
  ['ase', 'Åse Ågård'],
  ['ågård', 'Åse Ågård'],
  ['Mueller', 'Jörg Müller-Lüdenscheidt'],
  ['muller joerg', 'Jörg Müller-Lüdenscheidt'],
  ['obrien', "Sinéad O'Brien"],
  ["o'brien", "Sinéad O'Brien"],
  ['O´Brien', "Sinéad O'Brien"],
  ['o’brien', 'Sinéad O´Brien'],
  ['gross', 'Groß & Söhne'],
  ['GROSS', 'GROẞ'],
  ['lukasz swiatek', 'Łukasz Żółć-Świątek'],
  ['dvorak', 'Jiří Dvořák, Ťažký Ďurovič'],
  ['nguyen dang', 'Nguyễn Thị Ánh Đặng'],
  ['djokovic', 'Novak Đoković'],
  ['dokovic', 'Novak Đoković'],
  ['thordur dagsson', 'Þórður Æsir Ðagsson'],
  ['aesir', 'Þórður Æsir Ðagsson'],
  ['isik', 'Işık Yılmaz'],
  ['IŞIK', 'Işık Yılmaz'],
  ['işık', 'IŞIK YILMAZ'],
  ['ipek', 'İpek Çelik'],
  ['ΠΑΠΑΔΟΠΟΥΛΟΣ', 'Παπαδόπουλος Γιώργος'],
  ['παπαδόπουλος', 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΙΏΡΓΟΣ'],
  ['παπαδοπουλος', 'Παπαδόπουλος Γιώργος'],
  ['Παπαδόπουλου', 'nobody'],
  ['ковалёва', 'КОВАЛЕВА'],
  ['ковалева', 'Ирина Ковалёва'],
  ['محمد', 'مُحَمَّد'],
  ['مُحَمَّد', 'محمد الأمين'],
  ['علي', 'محـمد کریمی علی'],
  ['שלום', 'שָׁלוֹם כֹּהֵן'],
  ['タロウ', 'ﾀﾅｶ･ﾀﾛｳ'],
  ['ﾔﾏﾀﾞ', 'ヤマダ'],
  ['tanaka', 'Ｔａｎａｋａ　Ｔａｒｏ'],
  ['Ｔａｎａｋａ　ｔａｒｏ', 'Ｔａｎａｋａ　Ｔａｒｏ'],
  ['ばた', 'ばた'],
  ['김', '김철수'],
  ['王', '王小明'],
  ['शर्मा', 'राम शर्मा'],
  ['aliyev', 'Əliyev Həsən'],
  ['eliyev', 'Əliyev Həsən'],
  ['filip', 'ﬁlip ½ ²'],
  ['stefan taran', 'Ștefan Țăran'],
] as const;

test('the server finds the name that is meant, and the desk what the server finds', async () => {
  for (const [query, meant] of SEARCHES) {
    const rows = await database.db.query<{ name: string }>(
      `select name from unnest($1::text[]) as given(name)
       where booking_terms(1, 1, name, null, null, null, null) @@ booking_query(1, $2, 'inerpq')`,
      [NAMES, query],
    );
    const found = rows.map((row) => row.name);
    if (meant === 'nobody') expect(found, query).toEqual([]);
    else expect(found, query).toContain(meant);
    const onDesk = NAMES.filter((name) => scoreOf(termsOf(query), searchText(name)) > 0);
    expect(onDesk, query).toEqual(expect.arrayContaining(found));
  }
});

const PHONE = '+351 910 000 123';

test.each([
  [PHONE, '00351 910 000 123', true],
  [PHONE, '(00351) 910.000.123', true],
  [PHONE, '00 351 910', true],
  [PHONE, '910 000 123', true],
  [PHONE, '+351910000124', false],
  ['00351 910 000 123', '+351 910 000 123', true],
  ['00351 910 000 123', '910000123', true],
  ['＋３５１９１００００１２３', '+351910000123', true],
  [PHONE, '００３５１９１００００１２３', true],
  [PHONE, '٠٠٣٥١٩١٠٠٠٠١٢٣', true],
  ['+49 (0)176 1234567', '0049 176 1234567', true],
  ['+49 176 1234567', '+49 (0)176 1234567', true],
  ['+49 176 1234567', '0176 1234567', true],
])('the number %s is found by %s, by the server and on the desk: %s', async (phone, query, expected) => {
  const [row] = await database.db.query<{ booking: boolean; guest: boolean }>(
    `select booking_terms(1, 1, 'Ada', null, $1, null, null) @@ booking_query(1, $2, 'inerpq') as booking,
       guest_terms(1, 'Ada', null, null, null, $1, null) @@ booking_query(1, $2, 'nepq') as guest`,
    [phone, query],
  );
  expect(row).toEqual({ booking: expected, guest: expected });
  expect(scoreOf(termsOf(query), phoneForms(phone).join(' ')) > 0).toBe(expected);
});
