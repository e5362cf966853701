import type { TableAnswers, TableQuestion } from '~/domain/imports/table-questions';
import { useFormat } from '~/hooks/use-format';
import { FormatAnswer, FormatQuestion } from './format-question';

/** Open questions about a table's cells, and the answers given. */
export function TableQuestions({
  questions,
  onAnswer,
}: {
  questions: readonly TableQuestion[];
  onAnswer: (change: (answers: TableAnswers) => TableAnswers) => void;
}) {
  const format = useFormat();
  if (questions.length === 0) return null;
  const setAnswer = (id: keyof TableAnswers, value: string | undefined) =>
    onAnswer((answers) => ({ ...answers, [id]: value }));
  return (
    <div className="flex flex-wrap items-center gap-2">
      {questions.map((question) =>
        question.answer === null ? (
          <FormatQuestion
            key={question.id}
            question={question}
            title="the table"
            format={format}
            onAnswer={setAnswer}
          />
        ) : (
          <FormatAnswer
            key={question.id}
            id={question.id}
            value={question.answer}
            onChange={() => setAnswer(question.id, undefined)}
          />
        ),
      )}
    </div>
  );
}
