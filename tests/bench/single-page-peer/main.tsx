import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';

type Well = {
  id: string;
  wellCode: string;
  wellName: string;
  wellStatus: string;
  field: string;
  activeDate: string;
};

const COLUMNS = [
  ['wellCode', 'Well Code'],
  ['wellName', 'Well Name'],
  ['wellStatus', 'Status'],
  ['field', 'Field'],
  ['activeDate', 'Active Date'],
] as const;
type Column = (typeof COLUMNS)[number][0];

/** The wells list of a plain single-page application: fetched once, searched and sorted in the browser. */
function App() {
  const [wells, setWells] = useState<Well[]>([]);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<{ column: Column; direction: 1 | -1 }>({
    column: 'wellCode',
    direction: 1,
  });
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const fetchWells = async () => setWells(await (await fetch('/api/wells?limit=50')).json());
    void fetchWells();
  }, []);

  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  const wanted = search.trim().toLowerCase();
  const shown = wells
    .filter(({ wellCode, wellName }) => `${wellCode}\n${wellName}`.toLowerCase().includes(wanted))
    .sort((a, b) => sort.direction * (a[sort.column] < b[sort.column] ? -1 : 1));
  const sortBy = (column: Column) =>
    setSort({ column, direction: sort.column === column && sort.direction === 1 ? -1 : 1 });

  return (
    <main>
      <h1>Wells</h1>
      <input
        ref={input}
        type="search"
        aria-label="Search wells"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <table aria-label="Wells">
        <thead>
          <tr>
            {COLUMNS.map(([column, title]) => (
              <th key={column} scope="col">
                <button type="button" onClick={() => sortBy(column)}>
                  {title}
                </button>
              </th>
            ))}
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((well) => (
            <tr key={well.id}>
              <th scope="row">{well.wellCode}</th>
              <td>{well.wellName}</td>
              <td>{well.wellStatus}</td>
              <td>{well.field}</td>
              <td>{well.activeDate}</td>
              <td>
                <button type="button">Edit</button> <button type="button">Delete</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </main>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
